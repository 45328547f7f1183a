import { adBreakTerms } from "#app/features/premium/ad-free.ts";
import type { PlaybackStore } from "../playback.ts";
import { trackAfter } from "../queue/play-queue.ts";

/** The pauses between tracks in which free listeners see the card of the official account. */
interface AdBreaks {
  /** Another track has been played (3 s of it). */
  countPlay(): void;
  /**
   * Starts a break if one is due before the next track: the listener is free and online, and has played five tracks since the last
   * one. False otherwise; a break that is under way ends, as the listener skips it.
   */
  begin(): boolean;
  /** The track after the break shall not play by itself. False without a break. */
  pause(): boolean;
  /** Ends the break, if there is one, without going on. */
  end(): void;
}

/** `sessionStorage` key of the number of tracks played since the last break, in this tab. */
const storageKey = "plays-since-ad";

let cardCount = 0;

/** There is a component on the page that shows the card: without one there are no breaks. Returns the function that ends this. */
export function provideAdCard(): () => void {
  cardCount += 1;
  return () => {
    cardCount -= 1;
  };
}

/**
 * Creates the breaks of a player. A break begins with `stop` and ends with `goOn`, which is told whether playback was
 * paused meanwhile. Timers alone decide, so that a hidden page goes on too.
 */
export function createAdBreaks(o: {
  store: PlaybackStore;
  isAdFree: () => boolean;
  stop: () => void;
  goOn: (options: { isPaused: boolean }) => void;
}): AdBreaks {
  const { store } = o;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPaused = false;
  /** Where there is no storage, the number is that of the page. */
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
      // `playsOnPage` has it.
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
