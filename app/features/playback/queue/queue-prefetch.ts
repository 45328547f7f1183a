import { fetchJson } from "#app/lib/fetch-json.ts";
import type { PlayableTrack, PlaybackStore, PlayQueue, QueuePage } from "../playback.ts";
import { appendPage, trackAfter } from "./play-queue.ts";
import { readQueuePage } from "./read-queue-page.ts";

/** Fetches the next page when at most this many loaded tracks follow. */
const prefetchThreshold = 2;

/** A started playback has the bandwidth to itself for this long. */
const delayMs = 1500;

interface QueuePrefetch {
  /** After a delay, fetches the queue's next page if needed and preloads the next track. */
  schedule(): void;
  /** Appends the next page. Never rejects: after a failure the next track tries again. */
  fetchNextPage(): Promise<void>;
  /** Loads the end of the whole list, which comes before its beginning. Never rejects. */
  fetchPreviousPage(): Promise<void>;
}

/** Bound for reaching the end of a list that can't be read from there. */
const maxPagesToEnd = 20;

/** Prefetches what follows the current track. Calls `preload` with the next one. */
export function createQueuePrefetch(o: {
  store: PlaybackStore;
  preload: (track: PlayableTrack) => void;
}): QueuePrefetch {
  const { store } = o;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let fetching: Promise<void> | undefined;

  const prefetch = async () => {
    const { track, queue } = store.getPlayback();
    if (!track || !queue) return;
    if (needsNextPage(queue, track.id)) await fetchNextPage();
    const now = store.getPlayback();
    const next = now.track === track && now.queue ? trackAfter(now.queue, track.id) : null;
    if (next) o.preload(next);
  };
  const fetchNextPage = (): Promise<void> => {
    const url = store.getPlayback().queue?.next;
    if (!url) return Promise.resolve();
    fetching ??= fetchJson("GET", url).then((result) => {
      fetching = undefined;
      const page = readQueuePage(result);
      const { queue } = store.getPlayback();
      if (page && queue?.next === url) store.update({ queue: appendPage(queue, page) });
    });
    return fetching;
  };
  const fetchPreviousPage = async (): Promise<void> => {
    const { queue } = store.getPlayback();
    if (!queue?.next) return;
    if (!queue.next.includes("order=newest")) {
      for (let page = 0; page < maxPagesToEnd; page++) {
        const before = store.getPlayback().queue;
        await fetchNextPage();
        const after = store.getPlayback().queue;
        if (!after?.next || after === before) return;
      }
      return;
    }
    const url = queue.previous ?? fromEnd(queue.next);
    const page = readQueuePage(await fetchJson("GET", url));
    const now = store.getPlayback().queue;
    if (page && now?.path === queue.path && now.previous === queue.previous)
      store.update({ queue: prependPage(now, page) });
  };
  return {
    schedule() {
      clearTimeout(timer);
      timer = setTimeout(() => void prefetch(), delayMs);
    },
    fetchNextPage,
    fetchPreviousPage,
  };
}

function fromEnd(next: string): string {
  const [path, search] = next.split("?");
  const query = new URLSearchParams(search);
  query.delete("cursor");
  query.set("order", "oldest");
  return `${path}?${query}`;
}

/** Whether to fetch the next page while `id` plays. */
export function needsNextPage(queue: PlayQueue, id: number): boolean {
  return (
    queue.next !== null &&
    queue.tracks.length - 1 - queue.tracks.findIndex((track) => track.id === id) <= prefetchThreshold
  );
}

/** Prepends a page that was read from the list's end; skips known tracks. */
function prependPage(queue: PlayQueue, page: QueuePage): PlayQueue {
  const { tracks } = appendPage(queue, page);
  return {
    ...queue,
    tracks: [...tracks.slice(queue.tracks.length).reverse(), ...queue.tracks],
    previous: page.next,
  };
}
