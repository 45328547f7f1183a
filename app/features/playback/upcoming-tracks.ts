import type { PlayableTrack, PlayQueue } from "./playback.ts";

/** The tracks that follow `track`, in their order. What wraps begins anew behind the last (spec 1 §4). */
export function upcomingTracks(queue: PlayQueue, track: PlayableTrack): PlayableTrack[] {
  const at = queue.tracks.findIndex(({ id }) => id === track.id);
  const behind = queue.tracks.slice(at + 1);
  const wraps = !queue.isPlaylist && queue.next === null;
  return wraps ? [...behind, ...queue.tracks.slice(0, Math.max(0, at))] : behind;
}
