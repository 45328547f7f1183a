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

test("a track that another tab moved out of a playlist's first page is not lost: what follows is read again", () => {
  const placed = (order: readonly number[], next: string) => ({
    tracks: order.map((id, index) => ({ id, playlistItem: { itemId: id, order: index + 1 } })),
    next,
  });
  const before = placed([1, 2, 3, 4, 5, 6], "after 6");
  // 2 is the fifth now.
  expect(ids(refreshFirstPage(placed([1, 3, 4], "after 4"), before))).toEqual([[1, 3, 4], "after 4"]);
  // One that came from below leaves no gap.
  expect(ids(refreshFirstPage(placed([1, 5, 2], "after 2"), before))).toEqual([
    [1, 5, 2, 3, 4, 6],
    "after 6",
  ]);
});

test("a page is appended, each track once", () => {
  expect(ids(appendPage(list([5, 4], "after 4"), list([4, 3], null)))).toEqual([[5, 4, 3], null]);
});
