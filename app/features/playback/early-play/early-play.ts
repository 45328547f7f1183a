import { savePosition } from "../hooks/playback-positions.ts";
import { isPlaybackActive, type Playback } from "../playback.ts";

interface EarlyPlay extends EventListenerObject {
  /** Plays a track from `from`, in seconds, and returns its sound: a new one, or the one already started. */
  start(trackId: number, from: number): HTMLAudioElement;
  id?: number | string;
  /** Its sound; none before the first click, and once the player has it. */
  audio?: HTMLAudioElement | undefined;
  button?: HTMLElement;
  spare?: HTMLAudioElement;
}

/** Two elements started or loaded during a click, so that they may play later without one. */
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
 * Lets the page's own buttons answer clicks instead of the inline script. A sound that the script started plays on: its button
 * is clicked once more, and the audio backend takes the element with `takeEarlyAudio`. A paused one stays paused: `startPaused`
 * calls a function whose start only selects the track.
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
    // The player itself has paused it, and knows where.
    const isKnown = playback.status === "paused" && isForTrack(playback);
    if (!audio.paused && !isPlaybackActive(playback.status)) button.click();
    else if (audio.paused && !audio.ended && !isPlaybackActive(playback.status) && !isKnown)
      startPaused(() => button.click());
  }
  if (isPlaybackActive(getPlayback().status) && isForTrack(getPlayback())) return;
  // Nobody has taken it: the button is gone, or something else was played in the meantime.
  const untaken = takeEarlyAudio(id);
  untaken?.audio.pause();
  if (untaken) savePosition({ id, duration: audio.duration }, audio.currentTime);
}

/** The element started for the track before the audio backend was loaded; null for another track and on later calls. */
export function takeEarlyAudio(trackId: number): EarlyAudio | null {
  const { earlyPlay } = window;
  const audio = earlyPlay?.audio;
  if (!earlyPlay || !audio || Number(earlyPlay.id) !== trackId) return null;
  earlyPlay.audio = undefined;
  return { audio, spare: earlyPlay.spare };
}
