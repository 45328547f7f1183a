import { describe, expect, test } from "vitest";
import { track } from "#test/audio/player-page.ts";
import type { PlayQueue } from "../playback.ts";
import { moveTrack, removeTrack } from "./follow-list.ts";
import { trackAfter } from "./play-queue.ts";

const queueOf = (ids: number[], more: Partial<PlayQueue> = {}): PlayQueue => ({
  name: "新着",
  path: "/",
  tracks: ids.map(track),
  isPlaylist: false,
  next: null,
  ...more,
});
const ids = (queue: PlayQueue) => queue.tracks.map(({ id }) => id);

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
