import { adBreakTerms } from "#app/features/premium/ad-free.ts";
import type { PlaybackStore } from "../playback.ts";
import { trackAfter } from "../queue/play-queue.ts";

interface AdBreaks {
  countPlay(): void;
  /**
   * Starts a break if one is due: the listener is free and online and has played five tracks since the last one. Otherwise
   * returns false, and ends a running break, because the listener skips it.
   */
  begin(): boolean;
  /** Keeps the track after the break from starting by itself. False without a break. */
  pause(): boolean;
  /** Ends a running break; the next track does not start. */
  end(): void;
}

const storageKey = "plays-since-ad";

let cardCount = 0;

/** Without a component on the page that shows the card there are no breaks. Returns the function that withdraws it. */
export function provideAdCard(): () => void {
  cardCount += 1;
  return () => {
    cardCount -= 1;
  };
}

/** A break begins with `stop` and ends with `goOn`. Only timers decide, so that it also ends on a hidden page. */
export function createAdBreaks(o: {
  store: PlaybackStore;
  isAdFree: () => boolean;
  stop: () => void;
  goOn: (options: { isPaused: boolean }) => void;
}): AdBreaks {
  const { store } = o;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPaused = false;
  let playsOnPage = 0;

  const isRunning = () => store.getPlayback().adBreakEndsAt !== null;
  const hasNext = () => {
    const { track, queue } = store.getPlayback();
    return track !== null && queue !== null && (queue.next !== null || trackAfter(queue, track.id) !== null);
  };
  const readPlays = () => {
    try {
      return Number(sessionStorage.getItem(storageKey)) || 0;
    } catch {
      return playsOnPage;
    }
  };
  const writePlays = (plays: number) => {
    playsOnPage = plays;
    try {
      sessionStorage.setItem(storageKey, String(plays));
    } catch {
      // Without storage `playsOnPage` counts.
    }
  };
  const end = () => {
    clearTimeout(timer);
    if (isRunning()) store.update({ adBreakEndsAt: null });
  };

  return {
    countPlay: () => writePlays(readPlays() + 1),
    begin() {
      const isDue = !isRunning() && readPlays() >= adBreakTerms.interval && !o.isAdFree();
      end();
      if (!isDue || cardCount === 0 || navigator.onLine === false || !hasNext()) return false;
      o.stop();
      writePlays(0);
      isPaused = false;
      const ms = adBreakTerms.seconds * 1000;
      store.update({ adBreakEndsAt: Date.now() + ms });
      timer = setTimeout(() => {
        end();
        o.goOn({ isPaused });
      }, ms);
      return true;
    },
    pause() {
      isPaused = true;
      return isRunning();
    },
    end,
  };
}
