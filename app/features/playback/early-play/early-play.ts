import { isPlaybackActive, type Playback } from "../playback.ts";

/** The inline script's object (`early-play-script.server.ts`). */
export interface EarlyPlay extends EventListenerObject {
  /** Plays a track and returns its sound: a new one from `from`, in seconds, or the one that was started before. */
  start(trackId: number, from: number): HTMLAudioElement;
  /** The track that was started last. */
  id?: number | string;
  /** Its sound; none before the first click, and when the player has it. */
  audio?: HTMLAudioElement | undefined;
  /** What was clicked last of the page's own buttons and links, while the script answers for them. */
  button?: HTMLElement;
  /** An element without a sound that was loaded during a click, so that it may play later without one. */
  spare?: HTMLAudioElement;
}

/** Two elements that were started or loaded during a click, so that they may play later without one. */
export interface EarlyAudio {
  audio: HTMLAudioElement;
  spare: HTMLAudioElement | undefined;
}

declare global {
  interface Window {
    earlyPlay?: EarlyPlay;
  }
}

/**
 * Lets the page's own buttons answer clicks, instead of the inline script. A sound that was started before goes on as the
 * player's: its button is clicked once more, and `takeEarlyAudio` returns the element to the engine that this starts.
 */
export function takeOverEarlyPlay(getPlayback: () => Playback): void {
  const early = window.earlyPlay;
  if (!early) return;
  window.removeEventListener("click", early, true);
  const { button, audio } = early;
  if (!audio) return;
  if (button) {
    const wasPaused = audio.paused;
    audio.onplaying = audio.onwaiting = audio.onpause = audio.onerror = null;
    delete button.dataset.tap;
    button.ariaBusy = null;
    if (!wasPaused && !isPlaybackActive(getPlayback().status)) button.click();
  }
  const { status, track } = getPlayback();
  // Nobody will take it: the button is gone, it was paused, or something else was played meanwhile.
  if (!isPlaybackActive(status) || track?.id !== Number(early.id))
    takeEarlyAudio(Number(early.id))?.audio.pause();
}

/** The element that was started for the track before the engine was there; null for another track, and after the first call. */
export function takeEarlyAudio(trackId: number): EarlyAudio | null {
  const { earlyPlay } = window;
  const audio = earlyPlay?.audio;
  if (!earlyPlay || !audio || Number(earlyPlay.id) !== trackId) return null;
  earlyPlay.audio = undefined;
  return { audio, spare: earlyPlay.spare };
}
