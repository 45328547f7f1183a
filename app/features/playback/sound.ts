import { Howl, Howler } from "howler/dist/howler.core.min.js";
import type { Rate } from "./playback.ts";

// Elements alone make the sound: an audio context would only ask for a permission of its own.
Howler.usingWebAudio = false;

/** What a sound tells. Nothing after `discard`. */
export interface SoundEvents {
  onPlaying(): void;
  /** By whomever: the operating system pauses too (a call, a headset). */
  onPaused(): void;
  /** Ran out of data. */
  onWaiting(): void;
  /** Data has come. */
  onProgress(): void;
  onEnded(): void;
  /** The browser wants a press first. */
  onRefused(): void;
  /** `MediaError.code`, 0 without one. */
  onError(code: number): void;
}

/** One track's sound. Positions are seconds. */
export interface Sound {
  /** The address of its file. */
  readonly source: string;
  play(): void;
  pause(): void;
  position(): number;
  seek(seconds: number): void;
  setRate(rate: Rate): void;
  /** 0 to 1; devices that leave it to their keys ignore it. */
  setVolume(volume: number): void;
  /** Ends it for good and frees its element. */
  discard(): void;
}

/**
 * Makes the sound of a file and fetches its beginning.
 *
 * Howler keeps the elements, those unlocked by a press on the devices that ask for that. Everything else
 * goes to the element: Howler drops a seek or a rate that follows `play()` too closely, ends a track early when its
 * rate is changed while it plays, and does not notice when the system pauses it.
 */
export function createSound(source: string, events: SoundEvents): Sound {
  fillPool();
  const howl = new Howl({
    src: [source],
    format: ["mp3"],
    html5: true,
    preload: "metadata",
  });
  const element = elementOf(howl);
  const gone = new AbortController();
  const on = (name: keyof HTMLMediaElementEventMap, act: () => void) =>
    element?.addEventListener(name, act, { signal: gone.signal });
  on("playing", () => {
    // The first chunk is enough to begin with; from now on the browser may fetch as far ahead as it likes.
    if (element) element.preload = "auto";
    events.onPlaying();
  });
  on("pause", () => element?.paused && !element.ended && events.onPaused());
  on("waiting", events.onWaiting);
  on("progress", events.onProgress);
  on("ended", events.onEnded);
  on("error", () => events.onError(element?.error?.code ?? 0));
  // A device without MP3 gets no element at all.
  if (!element) queueMicrotask(() => gone.signal.aborted || events.onError(4));

  return {
    source,
    play() {
      if (!element) return;
      fillPool();
      element.play().catch((error: unknown) => {
        const name = error instanceof Error ? error.name : "";
        if (name === "NotAllowedError" && !gone.signal.aborted) events.onRefused();
      });
    },
    pause: () => element?.pause(),
    position: () => element?.currentTime ?? 0,
    seek(seconds) {
      if (element) element.currentTime = seconds;
    },
    setRate(rate) {
      if (!element) return;
      element.preservesPitch = true;
      // Both: a newly loaded file begins with the default rate.
      element.defaultPlaybackRate = rate;
      element.playbackRate = rate;
    },
    setVolume(volume) {
      if (element) element.volume = volume;
    },
    discard() {
      gone.abort();
      if (element) {
        element.pause();
        element.volume = 1;
      }
      howl.unload();
    },
  };
}

/**
 * Keeps an element ready in Howler's pool: made or touched in a press, it may sound later without one. From an empty pool
 * Howler would take one of its own after trying another out aloud.
 */
function fillPool(): void {
  const pool: unknown = Reflect.get(Howler, "_html5AudioPool");
  if (!Array.isArray(pool) || pool.length > 0) return;
  const element = new Audio();
  element.load();
  pool.push(Object.assign(element, { _unlocked: true }));
}

/** Howler keeps its element to itself; this looks without trusting the shape. */
function elementOf(howl: Howl): HTMLMediaElement | undefined {
  const sounds: unknown = Reflect.get(howl, "_sounds");
  const first: unknown = Array.isArray(sounds) ? sounds[0] : undefined;
  if (typeof first !== "object" || first === null) return undefined;
  const node: unknown = Reflect.get(first, "_node");
  return node instanceof HTMLMediaElement ? node : undefined;
}
