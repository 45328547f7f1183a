import { expect, test } from "vitest";
import { continueList, extendList } from "./continue-list.ts";

const list = (ids: number[], next: string | null = "c") => ({ tracks: ids.map((id) => ({ id })), next });
const shown = ({ tracks, next }: ReturnType<typeof list>) => [tracks.map(({ id }) => id), next] as const;
type Shown = Parameters<typeof shown>[0];
const ids = (found: { tracks: readonly { id: number }[]; next: string | null }) => {
  const copy: Shown = { tracks: [...found.tracks], next: found.next };
  return shown(copy);
};

test("a new track at the front, or one gone, leaves no gap and drops nothing that was loaded", () => {
  const before = list([9, 8, 7, 6, 5, 4, 3, 2, 1], "after 1");
  expect(ids(continueList(list([10, 9, 8], "after 8"), before))).toEqual([
    [10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
    "after 1",
  ]);
  // 8 has gone.
  expect(ids(continueList(list([9, 7, 6], "after 6"), before))).toEqual([
    [9, 7, 6, 5, 4, 3, 2, 1],
    "after 1",
  ]);
  // 5 came to the front: once, there.
  expect(ids(continueList(list([5, 9, 8], "after 8"), before))).toEqual([
    [5, 9, 8, 7, 6, 4, 3, 2, 1],
    "after 1",
  ]);
});

test("a first page that has nothing to do with the list, or is all there is, stands alone", () => {
  const before = list([3, 2, 1], "after 1");
  expect(ids(continueList(list([90, 80], "after 80"), before))).toEqual([[90, 80], "after 80"]);
  expect(ids(continueList(list([3], null), before))).toEqual([[3], null]);
  expect(ids(continueList(list([], null), before))).toEqual([[], null]);
  // Its end is the list's end: its own cursor is as good, and newer.
  expect(ids(continueList(list([2, 1], "newer"), before))).toEqual([[2, 1], "newer"]);
});

test("a page follows, each track once", () => {
  expect(ids(extendList(list([5, 4], "after 4"), list([4, 3], null)))).toEqual([[5, 4, 3], null]);
});
