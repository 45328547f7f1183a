import { expect, test } from "vitest";
import { nextRate, previousRate } from "./next-rate.ts";
import type { PlayQueue } from "./playback.ts";
import { upcomingTracks } from "./upcoming-tracks.ts";

const track = (id: number) => ({
  id,
  title: `${id}`,
  duration: 60,
  posterName: "夜",
  posterPath: "/yoru",
  path: `/yoru/track/${id}`,
  labels: [],
  playCount: 0,
  likeCount: 0,
});
const queue = (changes: Partial<PlayQueue>): PlayQueue => ({
  name: "新着",
  path: "/",
  tracks: [1, 2, 3].map(track),
  isPlaylist: false,
  next: null,
  ...changes,
});
const ids = (of: PlayQueue, id: number) => upcomingTracks(of, track(id)).map((one) => one.id);

test("after the last come the first ones", () => {
  expect(ids(queue({}), 1)).toEqual([2, 3]);
  expect(ids(queue({}), 2)).toEqual([3, 1]);
  expect(ids(queue({}), 3)).toEqual([1, 2]);
});

test("a playlist ends, and what has more to come goes on with that", () => {
  expect(ids(queue({ isPlaylist: true }), 2)).toEqual([3]);
  expect(ids(queue({ isPlaylist: true }), 3)).toEqual([]);
  expect(ids(queue({ next: "/api/tracks?cursor=x" }), 2)).toEqual([3]);
});

test("a track from elsewhere is followed by the whole queue", () => {
  expect(ids(queue({}), 9)).toEqual([1, 2, 3]);
});

test("speeds go round upwards and end downwards", () => {
  expect([nextRate(1), nextRate(1.25), nextRate(1.5), nextRate(2)]).toEqual([1.25, 1.5, 2, 1]);
  expect([previousRate(2), previousRate(1.25), previousRate(1)]).toEqual([1.5, 1, 1]);
});
