import { askServer } from "#app/lib/ask-server.ts";
import { extendedQueue, runsLow, trackAfter } from "./play-queue.ts";
import type { PlayableTrack, PlaybackStore } from "./playback.ts";
import { readQueuePage } from "./read-queue-page.ts";

/** Sound that has just begun has the line for itself this long, in ms. */
const graceMs = 1500;

interface QueueFollower {
  /** Soon: fetches the queue's next page where it runs low, and lets the next track's beginning be fetched. */
  lookAhead(): void;
  /** Appends the queue's next page. Quiet when it can't be had: it is asked for again with the next track. */
  fetchMore(): Promise<void>;
}

/** Keeps what follows the current track at hand; `expect` is told the track that is next. */
export function createQueueFollower(o: {
  store: PlaybackStore;
  expect: (track: PlayableTrack) => void;
}): QueueFollower {
  const { store } = o;
  let looking: ReturnType<typeof setTimeout> | undefined;
  let fetching: Promise<void> | undefined;

  const look = async () => {
    const { track, queue } = store.getPlayback();
    if (!track || !queue) return;
    if (runsLow(queue, track.id)) await fetchMore();
    const now = store.getPlayback();
    const next = now.track === track && now.queue ? trackAfter(now.queue, track.id) : null;
    if (next) o.expect(next);
  };
  const fetchMore = (): Promise<void> => {
    const asked = store.getPlayback().queue?.next;
    if (!asked) return Promise.resolve();
    fetching ??= askServer("GET", asked).then((answer) => {
      fetching = undefined;
      const page = readQueuePage(answer);
      const { queue } = store.getPlayback();
      if (page && queue?.next === asked) store.change({ queue: extendedQueue(queue, page) });
    });
    return fetching;
  };
  return {
    lookAhead() {
      clearTimeout(looking);
      looking = setTimeout(() => void look(), graceMs);
    },
    fetchMore,
  };
}
