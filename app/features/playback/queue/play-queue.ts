import { type PlayableTrack, type PlayQueue, pageOfTrack, type QueuePage } from "../playback.ts";

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

/** Whether the list's end, which comes before `id`, must be loaded first. */
export function needsPreviousPage(queue: PlayQueue, id: number): boolean {
  return !queue.isPlaylist && queue.next !== null && queue.previous !== null && indexOf(queue, id) === 0;
}

/** Appends a page; skips known tracks. */
export function appendPage(queue: PlayQueue, page: QueuePage): PlayQueue {
  const knownIds = new Set(queue.tracks.map(({ id }) => id));
  const added = page.tracks.filter(({ id }) => !knownIds.has(id));
  return { ...queue, tracks: [...queue.tracks, ...added], next: page.next };
}

function indexOf(queue: PlayQueue, id: number): number {
  return queue.tracks.findIndex((track) => track.id === id);
}
