import {
  type PlayableTrack,
  type PlayQueue,
  pageOfTrack,
  type QueueMove,
  type QueuePage,
  type QueueRemoval,
} from "../playback.ts";

/** Fetches the next page when at most this many loaded tracks follow. */
const prefetchThreshold = 2;

/** The queue to play `track` in: `requested`, else `current`, whichever has the track first, else a new one. */
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

/** The track after `id`: after the last the first, or null in a playlist. Null without another track. */
export function trackAfter(queue: PlayQueue, id: number): PlayableTrack | null {
  const index = indexOf(queue, id);
  const after = queue.tracks[index + 1] ?? (queue.isPlaylist ? undefined : queue.tracks[0]);
  return after && after.id !== id ? after : null;
}

/** The track before `id`: before the first the last, or null in a playlist. Null without another track. */
export function trackBefore(queue: PlayQueue, id: number): PlayableTrack | null {
  const index = indexOf(queue, id);
  const before = index > 0 ? queue.tracks[index - 1] : queue.isPlaylist ? undefined : queue.tracks.at(-1);
  return before && before.id !== id ? before : null;
}

/** Whether `id` is the last loaded track. */
export function isLastLoaded(queue: PlayQueue, id: number): boolean {
  return indexOf(queue, id) === queue.tracks.length - 1;
}

/** Whether to fetch the next page while `id` plays. */
export function needsNextPage(queue: PlayQueue, id: number): boolean {
  return queue.next !== null && queue.tracks.length - 1 - indexOf(queue, id) <= prefetchThreshold;
}

/** Whether the list's end, which comes before `id`, must be loaded first. */
export function needsPreviousPage(queue: PlayQueue, id: number): boolean {
  return !queue.isPlaylist && queue.next !== null && queue.previous !== null && indexOf(queue, id) === 0;
}

/** Prepends a page that was read from the list's end; skips known tracks. */
export function prependPage(queue: PlayQueue, page: QueuePage): PlayQueue {
  const { tracks } = appendPage(queue, page);
  return {
    ...queue,
    tracks: [...tracks.slice(queue.tracks.length).reverse(), ...queue.tracks],
    previous: page.next,
  };
}

/** Appends a page; skips known tracks. */
export function appendPage(queue: PlayQueue, page: QueuePage): PlayQueue {
  const knownIds = new Set(queue.tracks.map(({ id }) => id));
  const added = page.tracks.filter(({ id }) => !knownIds.has(id));
  return { ...queue, tracks: [...queue.tracks, ...added], next: page.next };
}

/**
 * The queue with a track moved, or inserted if only the list has it (a removal was undone). Beyond the loaded part the track is
 * removed, since a later page brings it; but the playing track (`current`) goes last, because `trackAfter` needs it. A queue
 * that the listener has arranged keeps its order.
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
  // The queue has loaded more than its list: it keeps its own next page.
  const next = tracks.length > list.tracks.length ? queue.next : list.next;
  if (queue.isArranged) return { ...queue, next };
  if (!isBeyond || trackId === current) tracks.splice(to, 0, moved);
  return { ...queue, tracks, next };
}

/** The queue without a track. The playing track (`current`) stays, as in `moveTrack`. */
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

/** The tracks after `track`, in order. A complete queue starts over, unless it is a playlist. */
export function upcomingTracks(queue: PlayQueue, track: PlayableTrack): PlayableTrack[] {
  const index = indexOf(queue, track.id);
  const following = queue.tracks.slice(index + 1);
  const wraps = !queue.isPlaylist && queue.next === null;
  return wraps ? [...following, ...queue.tracks.slice(0, Math.max(0, index))] : following;
}
