import { expect, test } from "vitest";
import type { ListedTrack } from "../tracks/listed-track.ts";
import { oneEarlier, pageWithout } from "./page-without.ts";

const row = (itemId: number, order: number): ListedTrack => ({
  id: itemId + 100,
  title: `音声${itemId}`,
  duration: 60,
  path: "",
  posterPath: "",
  posterName: "",
  posterPicture: null,
  playCount: 0,
  likeCount: 0,
  isVisible: true,
  labels: [],
  date: "",
  listed: { itemId, order },
});
const page = (next: string | null, ...rows: [itemId: number, order: number][]) => ({
  tracks: rows.map(([itemId, order]) => row(itemId, order)),
  next,
});

test("those behind the item close up, and what follows begins one place earlier", () => {
  const before = page("4.9", [7, 1], [3, 2], [8, 3], [9, 4]);
  expect(pageWithout(before, 3)).toEqual(page("3.9", [7, 1], [8, 2], [9, 3]));
  expect(pageWithout(pageWithout(before, 3), 7)).toEqual(page("2.9", [8, 1], [9, 2]));
});

test("the last of the page, and the only one", () => {
  expect(pageWithout(page("2.3", [7, 1], [3, 2]), 3)).toEqual(page("1.7", [7, 1]));
  expect(pageWithout(page("1.7", [7, 1]), 7)).toEqual(page("0.0"));
});

test("places that the viewer does not see stay free", () => {
  expect(pageWithout(page(null, [7, 2], [3, 5], [8, 9]), 3)).toEqual(page(null, [7, 2], [8, 8]));
});

test("an item that is not loaded changes nothing", () => {
  const before = page("2.3", [7, 1], [3, 2]);
  expect(pageWithout(before, 8)).toBe(before);
});

test("the call for what follows", () => {
  expect(oneEarlier("/api/playlists/4/items?cursor=50.12")).toBe("/api/playlists/4/items?cursor=49.12");
  expect(oneEarlier("/api/playlists/4/items?limit=50&cursor=100.7")).toBe(
    "/api/playlists/4/items?limit=50&cursor=99.7",
  );
});
