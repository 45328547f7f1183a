import { describe, expect, test } from "vitest";
import { track } from "#test/player-page.ts";
import {
  extendedQueue,
  isLast,
  movedQueue,
  queueFor,
  runsLow,
  shortenedQueue,
  trackAfter,
  trackBefore,
} from "./play-queue.ts";
import type { PlayQueue } from "./playback.ts";

const queueOf = (ids: number[], more: Partial<PlayQueue> = {}): PlayQueue => ({
  name: "新着",
  path: "/",
  tracks: ids.map(track),
  isPlaylist: false,
  next: null,
  ...more,
});
const ids = (queue: PlayQueue) => queue.tracks.map(({ id }) => id);

describe("what is next to a track", () => {
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

describe("the queue of a track that is played", () => {
  const current = queueOf([1, 2]);
  test("is the one asked for", () => {
    const asked = queueOf([2, 3]);
    expect(queueFor(track(2), asked, current)).toBe(asked);
  });
  test("is the current one, if the track is in it", () => {
    expect(queueFor(track(2), undefined, current)).toBe(current);
  });
  test("is one of its own otherwise, and for a queue that does not have it", () => {
    expect(ids(queueFor(track(9), undefined, current))).toEqual([9]);
    expect(ids(queueFor(track(9), queueOf([5]), null))).toEqual([9]);
  });
});

test("more of a list is appended once, and its end is known", () => {
  const queue = queueOf([1, 2, 3], { next: "/api/tracks?cursor=a" });
  const longer = extendedQueue(queue, { tracks: [track(3), track(4)], next: "/api/tracks?cursor=b" });
  expect(ids(longer)).toEqual([1, 2, 3, 4]);
  expect(longer.next).toBe("/api/tracks?cursor=b");
  expect(extendedQueue(longer, { tracks: [], next: null }).next).toBeNull();
});

test("a queue runs low with its last three tracks, unless nothing follows", () => {
  const queue = queueOf([1, 2, 3, 4, 5], { next: "/api/tracks?cursor=a" });
  expect([1, 2, 3, 4, 5].filter((id) => runsLow(queue, id))).toEqual([3, 4, 5]);
  expect(runsLow({ ...queue, next: null }, 5)).toBe(false);
  expect([1, 4, 5].filter((id) => isLast(queue, id))).toEqual([5]);
});

describe("a track that is moved in the list of a queue", () => {
  const list = (tracks: number[], next: string | null = null) => ({ tracks: tracks.map(track), next });

  test("moves in the queue", () => {
    const queue = queueOf([1, 2, 3, 4], { isPlaylist: true });
    expect(ids(movedQueue(queue, { trackId: 4, to: 1, list: list([1, 4, 2, 3]) }, 2))).toEqual([1, 4, 2, 3]);
    expect(ids(movedQueue(queue, { trackId: 1, to: 3, list: list([2, 3, 4, 1]) }, 2))).toEqual([2, 3, 4, 1]);
    expect(movedQueue(queue, { trackId: 9, to: 1, list: list([1, 2]) }, 2)).toBe(queue);
  });

  test("comes again with what follows when it goes there, and what follows begins accordingly", () => {
    const queue = queueOf([1, 2, 3], { next: "/items?cursor=3.3" });
    const moved = movedQueue(queue, { trackId: 1, to: 40, list: list([2, 3], "/items?cursor=2.3") }, 2);
    expect(ids(moved)).toEqual([2, 3]);
    expect(moved.next).toBe("/items?cursor=2.3");
    // Nothing would follow the one that is heard.
    expect(ids(movedQueue(queue, { trackId: 1, to: 40, list: list([2, 3], "x") }, 1))).toEqual([2, 3, 1]);
  });

  test("leaves what a queue has fetched beyond its list", () => {
    const queue = queueOf([1, 2, 3, 4, 5], { next: "/items?cursor=5.5" });
    const moved = movedQueue(queue, { trackId: 2, to: 0, list: list([2, 1], "/items?cursor=2.1") }, 1);
    expect(ids(moved)).toEqual([2, 1, 3, 4, 5]);
    expect(moved.next).toBe("/items?cursor=5.5");
  });
});

describe("a track that has left the list", () => {
  const next = (before: string) => `${before}, one earlier`;
  const queue = queueOf([1, 2, 3], { next: "/items?cursor=3.3", isPlaylist: true });

  test("is no longer among those that follow, which begin accordingly", () => {
    const left = shortenedQueue(queue, { trackId: 2, next }, 1);
    expect(ids(left)).toEqual([1, 3]);
    expect(left.next).toBe("/items?cursor=3.3, one earlier");
    expect(trackAfter(left, 1)?.id).toBe(3);
    expect(shortenedQueue(queueOf([1, 2]), { trackId: 2, next }, 1).next).toBeNull();
  });

  test("stays while it is heard, and what followed it follows", () => {
    const left = shortenedQueue(queue, { trackId: 2, next }, 2);
    expect(trackAfter(left, 2)?.id).toBe(3);
    expect(left.next).toBe("/items?cursor=3.3, one earlier");
  });

  test("that the queue has not come to changes nothing", () => {
    expect(shortenedQueue(queue, { trackId: 9, next }, 2)).toBe(queue);
  });
});
