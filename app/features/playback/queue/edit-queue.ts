import type { PlayableTrack, Player, PlayQueue } from "../playback.ts";

/** Puts a track directly after the current one; without a current track selects it. Does nothing for the current track. */
export function playNext(player: Player, track: PlayableTrack): void {
  edit(player, track, (upcoming) => [track, ...upcoming]);
}

/** Like `playNext`, but after all loaded tracks. */
export function playLast(player: Player, track: PlayableTrack): void {
  edit(player, track, (upcoming) => [...upcoming, track]);
}

/** The tracks after `track`, in order. A complete queue starts over, unless it is a playlist. */
export function upcomingTracks(queue: PlayQueue, track: PlayableTrack): PlayableTrack[] {
  const index = queue.tracks.findIndex(({ id }) => id === track.id);
  const following = queue.tracks.slice(index + 1);
  const wraps = !queue.isPlaylist && queue.next === null;
  return wraps ? [...following, ...queue.tracks.slice(0, Math.max(0, index))] : following;
}

/** Replaces what `upcomingTracks` lists. Does nothing without a current track. */
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

/** The queue in which `upcoming` follows `current`. Earlier tracks stay unless `upcoming` has them. */
function arrangeUpcoming(
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
