import type { PlayableTrack, Player, PlayQueue } from "../playback.ts";
import { upcomingTracks } from "./play-queue.ts";

/**
 * Puts a track directly after the current one; one that the queue has already moves there. Without a current track it
 * becomes that. Does nothing for the current track.
 */
export function playNext(player: Player, track: PlayableTrack): void {
  edit(player, track, (upcoming) => [track, ...upcoming]);
}

/** As `playNext`, but after all tracks that the queue has loaded. */
export function playLast(player: Player, track: PlayableTrack): void {
  edit(player, track, (upcoming) => [...upcoming, track]);
}

/** Replaces what plays after the current track, as `upcomingTracks` lists it. Does nothing without a current track. */
export function setUpcoming(player: Player, upcoming: readonly PlayableTrack[]): void {
  const { queue, track } = player.getPlayback();
  if (queue && track) player.update({ queue: arrangeUpcoming(queue, track, upcoming) });
}

function edit(
  player: Player,
  track: PlayableTrack,
  change: (upcoming: readonly PlayableTrack[]) => readonly PlayableTrack[],
): void {
  const { queue, track: current } = player.getPlayback();
  if (!queue || !current) player.select(track);
  else if (current.id !== track.id)
    setUpcoming(player, change(upcomingTracks(queue, current).filter(({ id }) => id !== track.id)));
}

/**
 * The queue in which `upcoming` follows `current`. What was before `current` stays there, unless it is in `upcoming` too:
 * a queue that starts over after its last track lists it all there.
 */
export function arrangeUpcoming(
  queue: PlayQueue,
  current: PlayableTrack,
  upcoming: readonly PlayableTrack[],
): PlayQueue {
  const startsOver = !queue.isPlaylist && queue.next === null;
  const index = queue.tracks.findIndex(({ id }) => id === current.id);
  const later = new Set(upcoming.map(({ id }) => id));
  const earlier = startsOver ? [] : queue.tracks.slice(0, Math.max(0, index));
  const tracks = [...earlier.filter(({ id }) => !later.has(id)), current, ...upcoming];
  return { ...queue, tracks, isArranged: true };
}
