import { expect, test } from "vitest";
import { randomFrom } from "#test/random.ts";
import type { ListedPage } from "../tracks/listed-page.ts";
import type { ListedTrack } from "../tracks/listed-track.ts";
import { arrangeItems } from "./arrange-items.ts";
import { type Move, movedPage } from "./moved-page.ts";
import { readPlace } from "./read-place.ts";

/** Tracks whose items have these ids and places. */
const pageOf = (items: [itemId: number, order: number][], next: string | null = null): ListedPage => ({
  tracks: items.map(
    ([itemId, order]): ListedTrack => ({
      id: itemId * 10,
      title: "夜",
      duration: 90,
      path: "/track/1",
      posterPath: "/mugen",
      posterName: "Mugen",
      posterPicture: null,
      playCount: 0,
      likeCount: 0,
      isVisible: true,
      labels: [],
      date: "",
      listed: { itemId, order },
    }),
  ),
  next,
});
const itemsOf = ({ tracks }: ListedPage) => tracks.map(({ listed }) => [listed?.itemId, listed?.order]);

test("what is loaded stands as the server has it after a move", () => {
  const random = randomFrom(3);
  for (let round = 0; round < 300; round++) {
    const length = 1 + Math.floor(random() * 8);
    const ids = Array.from({ length }, (_, index) => index + 1);
    const move: Move = { itemId: 1 + Math.floor(random() * length), order: Math.floor(random() * 11) - 1 };
    const page = pageOf(ids.map((id) => [id, id]));
    const arranged = arrangeItems(ids, [{ id: move.itemId, order: move.order }]);
    expect(itemsOf(movedPage(page, move))).toEqual(arranged.map((id, index) => [id, index + 1]));
  }
});

test("what the owner may not hear keeps its place among the others", () => {
  // The item at 3 is hidden.
  const page = pageOf([
    [1, 1],
    [2, 2],
    [4, 4],
    [5, 5],
  ]);
  expect(itemsOf(movedPage(page, { itemId: 1, order: 4 }))).toEqual([
    [2, 1],
    [4, 3],
    [1, 4],
    [5, 5],
  ]);
});

test("what goes beyond the loaded part leaves it, and the next page begins accordingly", () => {
  const page = pageOf(
    [
      [1, 1],
      [2, 2],
      [3, 3],
    ],
    "3.3",
  );
  const moved = movedPage(page, { itemId: 1, order: 900 });
  expect(itemsOf(moved)).toEqual([
    [2, 1],
    [3, 2],
  ]);
  expect(moved.next).toBe("2.3");
  expect(movedPage(page, { itemId: 1, order: 3 }).next).toBe("3.1");
});

test("unknown items and the place that it has change nothing", () => {
  const page = pageOf([
    [1, 1],
    [2, 2],
  ]);
  expect(movedPage(page, { itemId: 9, order: 1 })).toBe(page);
  expect(movedPage(page, { itemId: 2, order: 2 })).toBe(page);
  expect(movedPage(page, { itemId: 2, order: 7 })).toBe(page);
});

test.each([
  ["3", 3],
  [" １０ ", 10],
  ["0", null],
  ["11", null],
  ["-1", null],
  ["2.5", null],
  ["夜", null],
  ["", null],
])("a place that was typed: %j", (typed, place) => {
  expect(readPlace(typed, 10)).toBe(place);
});
