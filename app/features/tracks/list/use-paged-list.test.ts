import { expect, test } from "vitest";
import { appendPage, refreshFirstPage } from "./use-paged-list.ts";

const list = (ids: number[], next: string | null = "c") => ({ tracks: ids.map((id) => ({ id })), next });
const shown = ({ tracks, next }: ReturnType<typeof list>) => [tracks.map(({ id }) => id), next] as const;
type Shown = Parameters<typeof shown>[0];
const ids = (found: { tracks: readonly { id: number }[]; next: string | null }) => {
  const copy: Shown = { tracks: [...found.tracks], next: found.next };
  return shown(copy);
};

test("a new or deleted track in the first page leaves no gap and drops nothing that was loaded", () => {
  const before = list([9, 8, 7, 6, 5, 4, 3, 2, 1], "after 1");
  expect(ids(refreshFirstPage(list([10, 9, 8], "after 8"), before))).toEqual([
    [10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
    "after 1",
  ]);
  // 8 was deleted.
  expect(ids(refreshFirstPage(list([9, 7, 6], "after 6"), before))).toEqual([
    [9, 7, 6, 5, 4, 3, 2, 1],
    "after 1",
  ]);
  // 5 moved to the front: it is there once.
  expect(ids(refreshFirstPage(list([5, 9, 8], "after 8"), before))).toEqual([
    [5, 9, 8, 7, 6, 4, 3, 2, 1],
    "after 1",
  ]);
});

test("a first page that does not overlap the list, or is the whole list, replaces it", () => {
  const before = list([3, 2, 1], "after 1");
  expect(ids(refreshFirstPage(list([90, 80], "after 80"), before))).toEqual([[90, 80], "after 80"]);
  expect(ids(refreshFirstPage(list([3], null), before))).toEqual([[3], null]);
  expect(ids(refreshFirstPage(list([], null), before))).toEqual([[], null]);
  // It ends where the list ends: its own cursor is newer.
  expect(ids(refreshFirstPage(list([2, 1], "newer"), before))).toEqual([[2, 1], "newer"]);
});

test("a page is appended, each track once", () => {
  expect(ids(appendPage(list([5, 4], "after 4"), list([4, 3], null)))).toEqual([[5, 4, 3], null]);
});
