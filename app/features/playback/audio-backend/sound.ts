import { Howl, Howler } from "howler/dist/howler.core.min.js";
import type { EarlyAudio } from "../early-play/early-play.ts";
import type { Rate } from "../playback.ts";

// A Web Audio context would need a permission of its own.
Howler.usingWebAudio = false;

/** No event comes after `discard`. */
export interface SoundEvents {
  /** Also when the system plays on after `onPaused`. */
  onPlaying(): void;
  /** Also when the system pauses it (a call, a headset). */
  onPaused(): void;
  onWaiting(): void;
  onProgress(): void;
  onEnded(): void;
  onAutoplayBlocked(): void;
  /** `MediaError.code`; 0 if unknown. */
  onError(code: number): void;
}

/** One audio file. Positions are seconds. */
export interface Sound {
  readonly source: string;
  play(): void;
  pause(): void;
  position(): number;
  seek(seconds: number): void;
  setRate(rate: Rate): void;
  /** 0 to 1; iOS ignores it. */
  setVolume(volume: number): void;
  discard(): void;
}

/**
 * Creates the sound of a file and loads its first bytes. Howler only provides elements that a click has unlocked. The rest
 * bypasses Howler: it drops seeks and rate changes shortly after `play()`, ends a track early when the rate changes, and misses
 * pauses by the system.
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

/** The sound of an element that a click has started already. Its elements go to the pool. */
export function adoptSound(source: string, events: SoundEvents, { audio, spare }: EarlyAudio): Sound {
  if (spare) addToPool(spare);
  const release = () => returnToPool({ audio, spare: undefined });
  return soundOf({ element: audio, source, events, release });
}

/** Empties the elements of a click and adds them to the pool. */
export function returnToPool({ audio, spare }: EarlyAudio): void {
  audio.removeAttribute("src");
  audio.load();
  for (const element of [spare, audio]) if (element) addToPool(element);
}

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
    // Paused since the event was on its way.
    if (!element || element.paused) return;
    // Until now the first chunk was enough; from here the browser may load ahead.
    element.preload = "auto";
    events.onPlaying();
  });
  on("pause", () => element?.paused && !element.ended && events.onPaused());
  on("waiting", events.onWaiting);
  on("progress", events.onProgress);
  on("ended", events.onEnded);
  on("error", () => events.onError(element?.error?.code ?? 0));
  // Howler creates no element on a device that can't play MP3.
  if (!element) queueMicrotask(() => discarded.signal.aborted || events.onError(4));

  return {
    source,
    play() {
      if (!element) return;
      fillPool();
      // An adopted element may play already: then no event follows.
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
      // Both, because a newly loaded file starts with the default rate.
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
 * Creates an element during a click: devices let it play later without one. With an empty pool Howler would create one after a
 * test playback of another element.
 */
function fillPool(): void {
  if (audioPool().length > 0) return;
  const element = new Audio();
  element.load();
  addToPool(element);
}

function addToPool(element: HTMLAudioElement): void {
  audioPool().push(Object.assign(element, { _unlocked: true }));
}

/** Howler's private pool, which hands out its last element first. Without one, an array that looks filled. */
function audioPool(): unknown[] {
  const pool: unknown = Reflect.get(Howler, "_html5AudioPool");
  return Array.isArray(pool) ? pool : [{}];
}

function audioElementOf(howl: Howl): HTMLMediaElement | undefined {
  const sounds: unknown = Reflect.get(howl, "_sounds");
  const first: unknown = Array.isArray(sounds) ? sounds[0] : undefined;
  if (typeof first !== "object" || first === null) return undefined;
  const node: unknown = Reflect.get(first, "_node");
  return node instanceof HTMLMediaElement ? node : undefined;
}
