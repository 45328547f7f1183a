import { isPlaybackActive, type Playback } from "../playback.ts";

/** What the inline script (`early-play-script.server.ts`) leaves for the player. */
export interface EarlyPlay extends EventListenerObject {
  /** The play button that was clicked last. */
  button?: HTMLElement;
  /** Its sound; undefined before the first click, and when the player has it. */
  audio?: HTMLAudioElement | undefined;
  /** An element without a sound that was loaded during a click, so that it may play later without one. */
  spare?: HTMLAudioElement;
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
  if (!button || !audio) return;
  const wasPaused = audio.paused;
  audio.onplaying = audio.onwaiting = audio.onpause = audio.onerror = null;
  delete button.dataset.tap;
  if (!wasPaused && !isPlaybackActive(getPlayback().status)) button.click();
  // Nobody took it: the button is gone, or something else was played meanwhile.
  takeEarlyAudio(Number(button.dataset.play))?.audio.pause();
}

/** The element that plays the track since a click before the player was there; null for another track, and after the first call. */
export function takeEarlyAudio(
  trackId: number,
): { audio: HTMLAudioElement; spare: HTMLAudioElement | undefined } | null {
  const { earlyPlay } = window;
  const audio = earlyPlay?.audio;
  if (!earlyPlay || !audio || Number(earlyPlay.button?.dataset.play) !== trackId) return null;
  earlyPlay.audio = undefined;
  return { audio, spare: earlyPlay.spare };
}
