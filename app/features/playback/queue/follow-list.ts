import type { Player, PlayQueue, QueuePage } from "../playback.ts";

interface QueueMove {
  trackId: number;
  to: number;
  list: QueuePage;
}

interface QueueRemoval {
  trackId: number;
  /** Adjusts the next page's URL. Called only if the queue has loaded the track. */
  next(url: string): string;
}

/** Moves a track in the queue that was started on `path`, after its list was reordered. */
export function moveInQueue(player: Player, path: string, move: QueueMove): void {
  const { queue, track } = player.getPlayback();
  if (queue?.path === path) player.update({ queue: moveTrack(queue, move, track?.id) });
}

/** Removes a track from the queue that was started on `path`. The current track stays. */
export function removeFromQueue(player: Player, path: string, removal: QueueRemoval): void {
  const { queue, track } = player.getPlayback();
  if (queue?.path === path) player.update({ queue: removeTrack(queue, removal, track?.id) });
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
  if (queue.tracks.every(({ id }) => id !== trackId)) return queue;
  const tracks = trackId === current ? queue.tracks : queue.tracks.filter(({ id }) => id !== trackId);
  return { ...queue, tracks, next: queue.next === null ? null : next(queue.next) };
}
