import type { PlayableTrack, PlayQueue, QueueMove, QueuePage, QueueRemoval } from "./playback.ts";

/** How many tracks before the end of a queue its next page is fetched. */
const reserve = 2;

/** The queue for `track`: the asked one, the current one if it has the track, else one of the track alone. */
export function queueFor(
  track: PlayableTrack,
  asked: PlayQueue | undefined,
  current: PlayQueue | null,
): PlayQueue {
  for (const queue of [asked, current]) {
    if (queue && indexOf(queue, track.id) >= 0) return queue;
  }
  return { name: track.title, path: track.path, tracks: [track], isPlaylist: false, next: null };
}

/** The track after `id`: the first after the last, none after the last of a playlist, none beside a lone one. */
export function trackAfter(queue: PlayQueue, id: number): PlayableTrack | null {
  const index = indexOf(queue, id);
  const after = queue.tracks[index + 1] ?? (queue.isPlaylist ? undefined : queue.tracks[0]);
  return after && after.id !== id ? after : null;
}

/** The track before `id`: the last before the first, none before the first of a playlist, none beside a lone one. */
export function trackBefore(queue: PlayQueue, id: number): PlayableTrack | null {
  const index = indexOf(queue, id);
  const before = index > 0 ? queue.tracks[index - 1] : queue.isPlaylist ? undefined : queue.tracks.at(-1);
  return before && before.id !== id ? before : null;
}

/** Whether nothing follows `id` but what has not been fetched yet. */
export function isLast(queue: PlayQueue, id: number): boolean {
  return indexOf(queue, id) === queue.tracks.length - 1;
}

/** Whether it is time to fetch what follows. */
export function runsLow(queue: PlayQueue, id: number): boolean {
  return queue.next !== null && queue.tracks.length - 1 - indexOf(queue, id) <= reserve;
}

/** The queue with a page more; what it has already stays where it is. */
export function extendedQueue(queue: PlayQueue, page: QueuePage): PlayQueue {
  const known = new Set(queue.tracks.map(({ id }) => id));
  const fresh = page.tracks.filter(({ id }) => !known.has(id));
  return { ...queue, tracks: [...queue.tracks, ...fresh], next: page.next };
}

/**
 * The queue with a track moved. One that goes beyond what the queue has comes again with what follows; `current`, the id
 * of the track that is heard, stays all the same, or nothing would follow it.
 */
export function movedQueue(
  queue: PlayQueue,
  { trackId, to, list }: QueueMove,
  current: number | undefined,
): PlayQueue {
  const moved = queue.tracks.find(({ id }) => id === trackId);
  if (!moved) return queue;
  const tracks = queue.tracks.filter((track) => track !== moved);
  const isBeyond = to > tracks.length && queue.next !== null;
  // A queue that has gone on further than its list knows itself what follows.
  const next = tracks.length > list.tracks.length ? queue.next : list.next;
  if (!isBeyond || trackId === current) tracks.splice(to, 0, moved);
  return { ...queue, tracks, next };
}

/** The queue without a track; `current`, the id of the one that is heard, stays as in `movedQueue`. */
export function shortenedQueue(
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
