import {
  type PlayableTrack,
  type PlayQueue,
  pageOfTrack,
  type QueueMove,
  type QueuePage,
  type QueueRemoval,
} from "../playback.ts";

/** The next page is fetched when at most this many loaded tracks follow the current one. */
const prefetchThreshold = 2;

/** The queue for playing `track`: `requested` or else `current`, if it has the track, else one with the track alone. */
export function chooseQueue(
  track: PlayableTrack,
  requested: PlayQueue | undefined,
  current: PlayQueue | null,
): PlayQueue {
  for (const queue of [requested, current]) {
    if (queue && indexOf(queue, track.id) >= 0) return queue;
  }
  return { name: track.title, path: pageOfTrack(track), tracks: [track], isPlaylist: false, next: null };
}

/** The track after `id`: the first after the last; null after the last of a playlist, and when there is no other track. */
export function trackAfter(queue: PlayQueue, id: number): PlayableTrack | null {
  const index = indexOf(queue, id);
  const after = queue.tracks[index + 1] ?? (queue.isPlaylist ? undefined : queue.tracks[0]);
  return after && after.id !== id ? after : null;
}

/** The track before `id`: the last before the first; null before the first of a playlist, and when there is no other track. */
export function trackBefore(queue: PlayQueue, id: number): PlayableTrack | null {
  const index = indexOf(queue, id);
  const before = index > 0 ? queue.tracks[index - 1] : queue.isPlaylist ? undefined : queue.tracks.at(-1);
  return before && before.id !== id ? before : null;
}

/** Whether `id` is the last track that has been loaded. */
export function isLastLoaded(queue: PlayQueue, id: number): boolean {
  return indexOf(queue, id) === queue.tracks.length - 1;
}

/** Whether the next page should be fetched while `id` plays. */
export function needsNextPage(queue: PlayQueue, id: number): boolean {
  return queue.next !== null && queue.tracks.length - 1 - indexOf(queue, id) <= prefetchThreshold;
}

/** Whether what comes before `id`, the end of the whole list, has not been loaded. */
export function needsPreviousPage(queue: PlayQueue, id: number): boolean {
  return !queue.isPlaylist && queue.next !== null && queue.previous !== null && indexOf(queue, id) === 0;
}

/** The queue with a page prepended that was read from the list's end; tracks that it already has are skipped. */
export function prependPage(queue: PlayQueue, page: QueuePage): PlayQueue {
  const { tracks } = appendPage(queue, page);
  return {
    ...queue,
    tracks: [...tracks.slice(queue.tracks.length).reverse(), ...queue.tracks],
    previous: page.next,
  };
}

/** The queue with a page appended; tracks that it already has are skipped. */
export function appendPage(queue: PlayQueue, page: QueuePage): PlayQueue {
  const knownIds = new Set(queue.tracks.map(({ id }) => id));
  const added = page.tracks.filter(({ id }) => !knownIds.has(id));
  return { ...queue, tracks: [...queue.tracks, ...added], next: page.next };
}

/**
 * The queue with a track moved, or inserted where only the list has it: a removal was undone. A track moved beyond the loaded part is removed, as a later page will bring it; the track
 * with the id `current`, which is playing, is put last instead, because `trackAfter` needs it in the queue. A queue that the
 * listener has arranged keeps its order.
 */
export function moveTrack(
  queue: PlayQueue,
  { trackId, to, list }: QueueMove,
  current: number | undefined,
): PlayQueue {
  const moved = [...queue.tracks, ...list.tracks].find(({ id }) => id === trackId);
  if (!moved) return queue;
  const tracks = queue.tracks.filter((track) => track !== moved);
  const isBeyond = to > tracks.length && queue.next !== null;
  // A queue that has loaded more than its list keeps its own next page.
  const next = tracks.length > list.tracks.length ? queue.next : list.next;
  if (queue.isArranged) return { ...queue, next };
  if (!isBeyond || trackId === current) tracks.splice(to, 0, moved);
  return { ...queue, tracks, next };
}

/** The queue without a track; the track with the id `current`, which is playing, stays, as in `moveTrack`. */
export function removeTrack(
  queue: PlayQueue,
  { trackId, next }: QueueRemoval,
  current: number | undefined,
): PlayQueue {
  if (indexOf(queue, trackId) < 0) return queue;
  const tracks = trackId === current ? queue.tracks : queue.tracks.filter(({ id }) => id !== trackId);
  return { ...queue, tracks, next: queue.next === null ? null : next(queue.next) };
}

function indexOf(queue: PlayQueue, id: number): number {
  return queue.tracks.findIndex((track) => track.id === id);
}

/** The tracks that will play after `track`, in order. Unless it is a playlist, a complete queue starts over after its last. */
export function upcomingTracks(queue: PlayQueue, track: PlayableTrack): PlayableTrack[] {
  const index = indexOf(queue, track.id);
  const following = queue.tracks.slice(index + 1);
  const wraps = !queue.isPlaylist && queue.next === null;
  return wraps ? [...following, ...queue.tracks.slice(0, Math.max(0, index))] : following;
}
