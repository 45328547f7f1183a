import { describe, expect, test } from "vitest";
import { track } from "#test/audio/player-page.ts";
import type { PlayQueue } from "../playback.ts";
import { appendPage, chooseQueue, isLastLoaded, trackAfter, trackBefore } from "./play-queue.ts";
import { needsNextPage } from "./queue-prefetch.ts";

const queueOf = (ids: number[], more: Partial<PlayQueue> = {}): PlayQueue => ({
  name: "新着",
  path: "/",
  tracks: ids.map(track),
  isPlaylist: false,
  next: null,
  ...more,
});
const ids = (queue: PlayQueue) => queue.tracks.map(({ id }) => id);

describe("the neighbours of a track", () => {
  const playlist = { isPlaylist: true };
  test.each<[string, PlayQueue, number, before: number | undefined, after: number | undefined]>([
    ["in the middle", queueOf([1, 2, 3]), 2, 1, 3],
    ["the last is followed by the first", queueOf([1, 2, 3]), 3, 2, 1],
    ["the first comes after the last", queueOf([1, 2, 3]), 1, 3, 2],
    ["a playlist ends", queueOf([1, 2, 3], playlist), 3, 2, undefined],
    ["a playlist begins", queueOf([1, 2, 3], playlist), 1, undefined, 2],
    ["a lone track", queueOf([1]), 1, undefined, undefined],
    ["a lone track of a playlist", queueOf([1], playlist), 1, undefined, undefined],
    ["of two", queueOf([1, 2]), 2, 1, 1],
  ])("%s", (_, queue, id, before, after) => {
    expect(trackBefore(queue, id)?.id).toBe(before);
    expect(trackAfter(queue, id)?.id).toBe(after);
  });
});

describe("the queue of a played track", () => {
  const current = queueOf([1, 2]);
  test("is the requested one", () => {
    const requested = queueOf([2, 3]);
    expect(chooseQueue(track(2), requested, current)).toBe(requested);
  });
  test("is the current one if it has the track", () => {
    expect(chooseQueue(track(2), undefined, current)).toBe(current);
  });
  test("is a new one otherwise, also for a requested queue without the track", () => {
    expect(ids(chooseQueue(track(9), undefined, current))).toEqual([9]);
    expect(ids(chooseQueue(track(9), queueOf([5]), null))).toEqual([9]);
  });
});

test("a page is appended without duplicates, and its next page replaces the queue's", () => {
  const queue = queueOf([1, 2, 3], { next: "/api/tracks?cursor=a" });
  const longer = appendPage(queue, { tracks: [track(3), track(4)], next: "/api/tracks?cursor=b" });
  expect(ids(longer)).toEqual([1, 2, 3, 4]);
  expect(longer.next).toBe("/api/tracks?cursor=b");
  expect(appendPage(longer, { tracks: [], next: null }).next).toBeNull();
});

test("the next page is needed with the last three tracks, if there is one", () => {
  const queue = queueOf([1, 2, 3, 4, 5], { next: "/api/tracks?cursor=a" });
  expect([1, 2, 3, 4, 5].filter((id) => needsNextPage(queue, id))).toEqual([3, 4, 5]);
  expect(needsNextPage({ ...queue, next: null }, 5)).toBe(false);
  expect([1, 4, 5].filter((id) => isLastLoaded(queue, id))).toEqual([5]);
});
