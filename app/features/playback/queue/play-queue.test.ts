import { describe, expect, test } from "vitest";
import { track } from "#test/audio/player-page.ts";
import type { PlayQueue } from "../playback.ts";
import {
  appendPage,
  chooseQueue,
  isLastLoaded,
  moveTrack,
  needsNextPage,
  removeTrack,
  trackAfter,
  trackBefore,
  upcomingTracks,
} from "./play-queue.ts";

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

describe("moving a track", () => {
  const list = (tracks: number[], next: string | null = null) => ({ tracks: tracks.map(track), next });

  test("changes its position", () => {
    const queue = queueOf([1, 2, 3, 4], { isPlaylist: true });
    expect(ids(moveTrack(queue, { trackId: 4, to: 1, list: list([1, 4, 2, 3]) }, 2))).toEqual([1, 4, 2, 3]);
    expect(ids(moveTrack(queue, { trackId: 1, to: 3, list: list([2, 3, 4, 1]) }, 2))).toEqual([2, 3, 4, 1]);
    expect(moveTrack(queue, { trackId: 9, to: 1, list: list([1, 2]) }, 2)).toBe(queue);
  });

  test("removes a track moved beyond the loaded part, and takes over the list's next page", () => {
    const queue = queueOf([1, 2, 3], { next: "/items?cursor=3.3" });
    const moved = moveTrack(queue, { trackId: 1, to: 40, list: list([2, 3], "/items?cursor=2.3") }, 2);
    expect(ids(moved)).toEqual([2, 3]);
    expect(moved.next).toBe("/items?cursor=2.3");
    // The playing track stays.
    expect(ids(moveTrack(queue, { trackId: 1, to: 40, list: list([2, 3], "x") }, 1))).toEqual([2, 3, 1]);
  });

  test("keeps the tracks that the queue has loaded beyond its list", () => {
    const queue = queueOf([1, 2, 3, 4, 5], { next: "/items?cursor=5.5" });
    const moved = moveTrack(queue, { trackId: 2, to: 0, list: list([2, 1], "/items?cursor=2.1") }, 1);
    expect(ids(moved)).toEqual([2, 1, 3, 4, 5]);
    expect(moved.next).toBe("/items?cursor=5.5");
  });
});

describe("removing a track", () => {
  const next = (before: string) => `${before}, one earlier`;
  const queue = queueOf([1, 2, 3], { next: "/items?cursor=3.3", isPlaylist: true });

  test("removes it from the queue and adjusts the next page", () => {
    const left = removeTrack(queue, { trackId: 2, next }, 1);
    expect(ids(left)).toEqual([1, 3]);
    expect(left.next).toBe("/items?cursor=3.3, one earlier");
    expect(trackAfter(left, 1)?.id).toBe(3);
    expect(removeTrack(queueOf([1, 2]), { trackId: 2, next }, 1).next).toBeNull();
  });

  test("keeps it while it plays", () => {
    const left = removeTrack(queue, { trackId: 2, next }, 2);
    expect(trackAfter(left, 2)?.id).toBe(3);
    expect(left.next).toBe("/items?cursor=3.3, one earlier");
  });

  test("does nothing for a track that the queue has not loaded", () => {
    expect(removeTrack(queue, { trackId: 9, next }, 2)).toBe(queue);
  });
});

describe("the tracks that follow", () => {
  const upcomingIds = (queue: PlayQueue, id: number) => upcomingTracks(queue, track(id)).map((one) => one.id);

  test("start over after the last", () => {
    expect(upcomingIds(queueOf([1, 2, 3]), 1)).toEqual([2, 3]);
    expect(upcomingIds(queueOf([1, 2, 3]), 2)).toEqual([3, 1]);
    expect(upcomingIds(queueOf([1, 2, 3]), 3)).toEqual([1, 2]);
  });

  test("end with a playlist, and with the loaded part of a queue", () => {
    expect(upcomingIds(queueOf([1, 2, 3], { isPlaylist: true }), 2)).toEqual([3]);
    expect(upcomingIds(queueOf([1, 2, 3], { isPlaylist: true }), 3)).toEqual([]);
    expect(upcomingIds(queueOf([1, 2, 3], { next: "/api/tracks?cursor=x" }), 2)).toEqual([3]);
  });

  test("are the whole queue for a track that is not in it", () => {
    expect(upcomingIds(queueOf([1, 2, 3]), 9)).toEqual([1, 2, 3]);
  });
});
