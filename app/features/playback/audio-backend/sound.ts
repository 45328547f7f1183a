import { Howl, Howler } from "howler/dist/howler.core.min.js";
import type { EarlyAudio } from "../early-play/early-play.ts";
import type { Rate } from "../playback.ts";

// Audio elements only: a Web Audio context would need a permission of its own.
Howler.usingWebAudio = false;

/** The events of a sound. None after `discard`. */
export interface SoundEvents {
  onPlaying(): void;
  /** Also when the operating system pauses (a call, a headset). */
  onPaused(): void;
  /** Ran out of data. */
  onWaiting(): void;
  /** Data has arrived. */
  onProgress(): void;
  onEnded(): void;
  onAutoplayBlocked(): void;
  /** `MediaError.code`; 0 if unknown. */
  onError(code: number): void;
}

/** One audio file in a player. Positions are seconds. */
export interface Sound {
  /** The URL of the file. */
  readonly source: string;
  play(): void;
  pause(): void;
  position(): number;
  seek(seconds: number): void;
  setRate(rate: Rate): void;
  /** 0 to 1; iOS ignores it. */
  setVolume(volume: number): void;
  /** Stops it for good and releases its element. */
  discard(): void;
}

/**
 * Creates the sound of a file and loads its first bytes.
 *
 * Howler provides the pool of elements, unlocked by a click where devices require one. Everything else goes to the
 * element directly: Howler drops a seek or a rate change shortly after `play()`, ends a track early when its rate
 * changes during playback, and does not notice pauses by the system.
 */
export function createSound(source: string, events: SoundEvents): Sound {
  fillPool();
  const howl = new Howl({
    src: [source],
    format: ["mp3"],
    html5: true,
    preload: "metadata",
  });
  return soundOf({ element: audioElementOf(howl), source, events, release: () => howl.unload() });
}

/** The sound of an element that plays `source` already, since a click. Its elements are for later sounds too. */
export function adoptSound(source: string, events: SoundEvents, { audio, spare }: EarlyAudio): Sound {
  if (spare) addToPool(spare);
  const release = () => returnToPool({ audio, spare: undefined });
  return soundOf({ element: audio, source, events, release });
}

/** Empties the elements of a click, for the sounds to come. */
export function returnToPool({ audio, spare }: EarlyAudio): void {
  audio.removeAttribute("src");
  audio.load();
  for (const element of [spare, audio]) if (element) addToPool(element);
}

/** `release` gives the element back. */
function soundOf(o: {
  element: HTMLMediaElement | undefined;
  source: string;
  events: SoundEvents;
  release: () => void;
}): Sound {
  const { element, source, events, release } = o;
  const discarded = new AbortController();
  const on = (name: keyof HTMLMediaElementEventMap, act: () => void) =>
    element?.addEventListener(name, act, { signal: discarded.signal });
  on("playing", () => {
    // From now on the browser may load ahead; before, the first chunk is enough.
    if (element) element.preload = "auto";
    events.onPlaying();
  });
  on("pause", () => element?.paused && !element.ended && events.onPaused());
  on("waiting", events.onWaiting);
  on("progress", events.onProgress);
  on("ended", events.onEnded);
  on("error", () => events.onError(element?.error?.code ?? 0));
  // Howler creates no element when the device can't play MP3.
  if (!element) queueMicrotask(() => discarded.signal.aborted || events.onError(4));

  return {
    source,
    play() {
      if (!element) return;
      fillPool();
      // An adopted element may sound already, and then has no event to come.
      if (!element.paused && element.readyState >= element.HAVE_FUTURE_DATA) events.onPlaying();
      element.play().catch((error: unknown) => {
        const name = error instanceof Error ? error.name : "";
        if (name === "NotAllowedError" && !discarded.signal.aborted) events.onAutoplayBlocked();
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
      // Both: a newly loaded file starts with the default rate.
      element.defaultPlaybackRate = rate;
      element.playbackRate = rate;
    },
    setVolume(volume) {
      if (element) element.volume = volume;
    },
    discard() {
      discarded.abort();
      if (element) {
        element.pause();
        element.volume = 1;
      }
      release();
    },
  };
}

/**
 * Keeps an element in Howler's pool: created or loaded during a click, it may play later without one. With an empty pool
 * Howler would create an element after a test playback of another one.
 */
function fillPool(): void {
  if (audioPool().length > 0) return;
  const element = new Audio();
  element.load();
  addToPool(element);
}

/** Adds an element that may play without a click. */
function addToPool(element: HTMLAudioElement): void {
  audioPool().push(Object.assign(element, { _unlocked: true }));
}

/** Howler's private pool, of which the last element is taken first; without one, an array that looks filled. */
function audioPool(): unknown[] {
  const pool: unknown = Reflect.get(Howler, "_html5AudioPool");
  return Array.isArray(pool) ? pool : [{}];
}

/** Howler's private element, read without relying on its internal types. */
function audioElementOf(howl: Howl): HTMLMediaElement | undefined {
  const sounds: unknown = Reflect.get(howl, "_sounds");
  const first: unknown = Array.isArray(sounds) ? sounds[0] : undefined;
  if (typeof first !== "object" || first === null) return undefined;
  const node: unknown = Reflect.get(first, "_node");
  return node instanceof HTMLMediaElement ? node : undefined;
}
