import { describe, expect, test } from "vitest";
import { queueOf, track, withPlayerPage } from "#test/audio/player-page.ts";
import { createPlayer } from "../hooks/player.ts";
import type { PlayQueue } from "../playback.ts";
import { playLast, playNext, setUpcoming, upcomingTracks } from "./edit-queue.ts";
import { moveTrack } from "./follow-list.ts";

withPlayerPage();

/** A player with `current` of a queue, not playing, and the ids that follow. */
function playerWith(queue: PlayQueue, current: number) {
  const player = createPlayer();
  player.select(track(current), queue);
  const upcoming = () => {
    const { queue, track } = player.getPlayback();
    return queue && track ? upcomingTracks(queue, track).map(({ id }) => id) : [];
  };
  return { player, upcoming };
}
const playlist = (ids: number[]): PlayQueue => ({ ...queueOf(...ids), isPlaylist: true });

test("a track plays next or last, also one that the queue has already", () => {
  const { player, upcoming } = playerWith(playlist([1, 2, 3, 4]), 2);
  playNext(player, track(9));
  expect(upcoming()).toEqual([9, 3, 4]);
  playLast(player, track(8));
  expect(upcoming()).toEqual([9, 3, 4, 8]);
  playNext(player, track(4));
  expect(upcoming()).toEqual([4, 9, 3, 8]);
  playNext(player, track(1));
  expect(upcoming()).toEqual([1, 4, 9, 3, 8]);
  expect(player.getPlayback().queue?.tracks.map(({ id }) => id)).toEqual([2, 1, 4, 9, 3, 8]);
  expect(player.getPlayback().track?.id).toBe(2);
});

test("the current track stays where it is, and without one the track becomes it", () => {
  const { player, upcoming } = playerWith(playlist([1, 2, 3]), 2);
  playNext(player, track(2));
  playLast(player, track(2));
  expect(upcoming()).toEqual([3]);
  const empty = createPlayer();
  playNext(empty, track(5));
  expect(empty.getPlayback()).toMatchObject({ status: "idle", track: { id: 5 } });
});

test("in a queue that starts over, the last track is the one before the current one", () => {
  const { player, upcoming } = playerWith(queueOf(1, 2, 3, 4), 3);
  playLast(player, track(9));
  expect(upcoming()).toEqual([4, 1, 2, 9]);
  playNext(player, track(8));
  expect(upcoming()).toEqual([8, 4, 1, 2, 9]);
});

test("what is removed stays away, and what was heard stays before", () => {
  const { player, upcoming } = playerWith({ ...queueOf(1, 2, 3, 4), next: "/api/tracks?cursor=a" }, 2);
  setUpcoming(player, [track(4)]);
  expect(upcoming()).toEqual([4]);
  expect(player.getPlayback().queue).toMatchObject({ next: "/api/tracks?cursor=a" });
  expect(player.getPlayback().queue?.tracks.map(({ id }) => id)).toEqual([1, 2, 4]);
});

test("a move in the playlist does not undo the listener's own order", () => {
  const { player, upcoming } = playerWith(playlist([1, 2, 3, 4]), 1);
  setUpcoming(player, [4, 3, 2].map(track));
  const { queue } = player.getPlayback();
  const list = { tracks: [1, 3, 2, 4].map(track), next: null };
  if (queue) player.update({ queue: moveTrack(queue, { trackId: 3, to: 1, list }, 1) });
  expect(upcoming()).toEqual([4, 3, 2]);
});

describe("the tracks that follow", () => {
  const upcomingIds = (queue: PlayQueue, id: number) => upcomingTracks(queue, track(id)).map((one) => one.id);

  test("start over after the last", () => {
    expect(upcomingIds(queueOf(1, 2, 3), 1)).toEqual([2, 3]);
    expect(upcomingIds(queueOf(1, 2, 3), 2)).toEqual([3, 1]);
    expect(upcomingIds(queueOf(1, 2, 3), 3)).toEqual([1, 2]);
  });

  test("end with a playlist, and with the loaded part of a queue", () => {
    expect(upcomingIds(playlist([1, 2, 3]), 2)).toEqual([3]);
    expect(upcomingIds(playlist([1, 2, 3]), 3)).toEqual([]);
    expect(upcomingIds({ ...queueOf(1, 2, 3), next: "/api/tracks?cursor=x" }, 2)).toEqual([3]);
  });

  test("are the whole queue for a track that is not in it", () => {
    expect(upcomingIds(queueOf(1, 2, 3), 9)).toEqual([1, 2, 3]);
  });
});
