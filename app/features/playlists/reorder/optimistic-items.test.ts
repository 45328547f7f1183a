import { expect, test } from "vitest";
import type { TrackListItem, TrackListPage } from "#app/features/tracks/track-list-item.ts";
import { encodeCursor } from "#app/lib/cursor.ts";
import { randomFrom } from "#test/random.ts";
import { arrangeItems, parsePosition } from "./item-positions.ts";
import {
  type Move,
  optimisticInsert,
  optimisticMove,
  optimisticRemove,
  orderAt,
  shiftCursorBack,
} from "./optimistic-items.ts";

/** A page of tracks with these item ids and positions. */
const pageOf = (items: [itemId: number, order: number][], next: string | null = null): TrackListPage => ({
  tracks: items.map(
    ([itemId, order]): TrackListItem => ({
      id: itemId * 10,
      title: "夜",
      duration: 90,
      path: "/track/1",
      posterPath: "/mugen",
      posterName: "Mugen",
      playCount: 0,
      likeCount: 0,
      impressionCount: 0,
      labels: [],
      date: "",
      playlistItem: { itemId, order },
    }),
  ),
  next,
});
const itemsOf = ({ tracks }: TrackListPage) =>
  tracks.map(({ playlistItem }) => [playlistItem?.itemId, playlistItem?.order]);

test("a move beyond the loaded part goes to its shown position, and to the end, also with hidden tracks before and after", () => {
  const ids = Array.from({ length: 60 }, (_, index) => index + 1);
  const hidden = [3, 58];
  const shown = ids.filter((id) => !hidden.includes(id));
  const { tracks } = pageOf(shown.slice(0, 50).map((id) => [id, id]));
  const positionAfter = (position: number) => {
    const order = orderAt(tracks, { position, start: 1, last: shown.length });
    const arranged = arrangeItems(ids, [{ id: 1, order }]);
    return arranged.filter((id) => !hidden.includes(id)).indexOf(1) + 1;
  };
  for (const position of [2, 30, 50, 51, 55, 58]) expect(positionAfter(position)).toBe(position);
});

test("a move gives the same order as on the server", () => {
  const random = randomFrom(3);
  for (let round = 0; round < 300; round++) {
    const length = 1 + Math.floor(random() * 8);
    const ids = Array.from({ length }, (_, index) => index + 1);
    const move: Move = { itemId: 1 + Math.floor(random() * length), order: Math.floor(random() * 11) - 1 };
    const page = pageOf(ids.map((id) => [id, id]));
    const arranged = arrangeItems(ids, [{ id: move.itemId, order: move.order }]);
    expect(itemsOf(optimisticMove(page, move))).toEqual(arranged.map((id, index) => [id, index + 1]));
  }
});

test("hidden tracks keep their position among the others", () => {
  // The item at 3 is hidden.
  const page = pageOf([
    [1, 1],
    [2, 2],
    [4, 4],
    [5, 5],
  ]);
  expect(itemsOf(optimisticMove(page, { itemId: 1, order: 4 }))).toEqual([
    [2, 1],
    [4, 3],
    [1, 4],
    [5, 5],
  ]);
});

test("an item that moves beyond the loaded part leaves it, and the cursor is adjusted", () => {
  const page = pageOf(
    [
      [1, 1],
      [2, 2],
      [3, 3],
    ],
    "3.3",
  );
  const moved = optimisticMove(page, { itemId: 1, order: 900 });
  expect(itemsOf(moved)).toEqual([
    [2, 1],
    [3, 2],
  ]);
  expect(moved.next).toBe("2.3");
  expect(optimisticMove(page, { itemId: 1, order: 3 }).next).toBe("3.1");
});

test("unknown items and the current position change nothing", () => {
  const page = pageOf([
    [1, 1],
    [2, 2],
  ]);
  expect(optimisticMove(page, { itemId: 9, order: 1 })).toBe(page);
  expect(optimisticMove(page, { itemId: 2, order: 2 })).toBe(page);
  expect(optimisticMove(page, { itemId: 2, order: 7 })).toBe(page);
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
])("a typed position: %j", (typed, position) => {
  expect(parsePosition(typed, 10)).toBe(position);
});

const removalPage = (next: string | null, ...items: [itemId: number, order: number][]) => pageOf(items, next);

test("later items and the next page move up by one after a removal", () => {
  const before = removalPage("4.9", [7, 1], [3, 2], [8, 3], [9, 4]);
  expect(optimisticRemove(before, 3)).toEqual(removalPage("3.9", [7, 1], [8, 2], [9, 3]));
  expect(optimisticRemove(optimisticRemove(before, 3), 7)).toEqual(removalPage("2.9", [8, 1], [9, 2]));
});

test("removing the last item of the page, and the only one", () => {
  expect(optimisticRemove(removalPage("2.3", [7, 1], [3, 2]), 3)).toEqual(removalPage("1.7", [7, 1]));
  expect(optimisticRemove(removalPage("1.7", [7, 1]), 7)).toEqual(removalPage("0.0"));
});

test("positions of hidden tracks stay free", () => {
  expect(optimisticRemove(removalPage(null, [7, 2], [3, 5], [8, 9]), 3)).toEqual(
    removalPage(null, [7, 2], [8, 8]),
  );
});

test("removing an item that is not loaded changes nothing", () => {
  const before = removalPage("2.3", [7, 1], [3, 2]);
  expect(optimisticRemove(before, 8)).toBe(before);
});

test("the URL of the next page moves up by one", () => {
  expect(shiftCursorBack("/api/playlists/4/items?cursor=50.12")).toBe("/api/playlists/4/items?cursor=49.12");
  expect(shiftCursorBack("/api/playlists/4/items?limit=50&cursor=100.7")).toBe(
    "/api/playlists/4/items?limit=50&cursor=99.7",
  );
});

test("a track that comes back undoes its removal, and is left to a later page where it belongs there", () => {
  const end = encodeCursor({ at: new Date(3), id: 3 });
  const page = pageOf(
    [
      [1, 1],
      [2, 2],
      [3, 3],
    ],
    end,
  );
  for (const track of page.tracks) {
    const removed = optimisticRemove(page, track.playlistItem?.itemId ?? 0);
    const restored = optimisticInsert(removed, track);
    expect(itemsOf(restored)).toEqual(itemsOf(page));
    expect(restored.next).toBe(end);
    expect(optimisticInsert(restored, track)).toBe(restored);
  }
  const [far] = pageOf([[9, 9]]).tracks;
  expect(far && optimisticInsert(page, far)).toBe(page);
});
