import type { PlayableTrack, PlayQueue, QueuePage } from "./playback.ts";

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

function indexOf(queue: PlayQueue, id: number): number {
  return queue.tracks.findIndex((track) => track.id === id);
}
