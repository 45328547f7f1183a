import { savePosition } from "../hooks/playback-positions.ts";
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
 * player's, or stays paused where it was: its button is clicked once more, and `takeEarlyAudio` returns the element to the
 * audio backend that this starts. `startPaused` calls a function whose start only makes its track the current one.
 */
export function takeOverEarlyPlay(
  getPlayback: () => Playback,
  startPaused: (start: () => void) => void,
): void {
  const early = window.earlyPlay;
  if (!early) return;
  window.removeEventListener("click", early, true);
  const { button, audio } = early;
  if (!audio) return;
  const id = Number(early.id);
  const isForTrack = ({ track }: Playback) => track?.id === id;
  if (button) {
    audio.onplaying = audio.onwaiting = audio.onpause = audio.onerror = null;
    delete button.dataset.tap;
    button.ariaBusy = null;
    const playback = getPlayback();
    // Paused by the player itself, which knows where.
    const isKnown = playback.status === "paused" && isForTrack(playback);
    if (!audio.paused && !isPlaybackActive(playback.status)) button.click();
    else if (audio.paused && !audio.ended && !isPlaybackActive(playback.status) && !isKnown)
      startPaused(() => button.click());
  }
  if (isPlaybackActive(getPlayback().status) && isForTrack(getPlayback())) return;
  // Nobody has taken it: the button is gone, or something else was played meanwhile.
  const untaken = takeEarlyAudio(id);
  untaken?.audio.pause();
  if (untaken) savePosition({ id, duration: audio.duration }, audio.currentTime);
}

/** The element that was started for the track before the audio backend was there; null for another track, and after the first call. */
export function takeEarlyAudio(trackId: number): EarlyAudio | null {
  const { earlyPlay } = window;
  const audio = earlyPlay?.audio;
  if (!earlyPlay || !audio || Number(earlyPlay.id) !== trackId) return null;
  earlyPlay.audio = undefined;
  return { audio, spare: earlyPlay.spare };
}
