import type { PlaySource } from "#app/features/listening/listening.ts";
import { playSource } from "#app/features/listening/play-source.ts";
import type { PlayerEntitlements } from "#app/features/premium/premium.ts";
import { openChannel } from "#app/lib/open-channel.ts";
import { createAdBreaks } from "../ad-break/ad-break.ts";
import { takeEarlyAudio, takeOverEarlyPlay } from "../early-play/early-play.ts";
import { savePosition } from "../hooks/playback-positions.ts";
import { diagnoseError, failureOf, type MediaErrorCause } from "../media-errors.ts";
import {
  isPlaybackActive,
  type LocalAudio,
  type PlayableTrack,
  type PlaybackStore,
  type Player,
  streamPath,
} from "../playback.ts";
import { createQueuePrefetch } from "../queue/queue-prefetch.ts";
import { runSleepTimer } from "../sleep-timer/sleep-timer.ts";
import { connectMediaSession } from "./media-session.ts";
import { canPlayInBackground, isInBackground, onBackground } from "./page-visibility.ts";
import { createRecovery } from "./recovery.ts";
import { adoptSound, createSound, returnToPool, type Sound, type SoundEvents } from "./sound.ts";

const nextTrackDelayMs = 500;
const positionIntervalMs = 200;
const waitingDelayMs = 300;
const saveIntervalSeconds = 5;

export interface AudioBackend {
  start(): void;
  pause(): void;
  seek(): void;
  setRate(): void;
  measurePosition(): void;
  preload(track: PlayableTrack): void;
  /** Appends the queue's next page. Never rejects. */
  fetchNextPage(): Promise<void>;
  /** Prepends the queue's end (`PlayQueue.previous`). Never rejects. */
  fetchPreviousPage(): Promise<void>;
  /** The track has been played long enough to count. Returns how the listener came to it. */
  countPlay(trackId: number | undefined): PlaySource | undefined;
  /** Stops for a card if one is due; `player.next` is called when it ends. False if none is due or the call skips it. */
  beginAdBreak(): boolean;
  unload(): void;
}

interface AudioBackendParts {
  player: Player;
  store: PlaybackStore;
  localAudio: LocalAudio | undefined;
  entitlements: () => PlayerEntitlements;
}

/** Creates the audio backend, one for the life of a page. It shares `store` with the player. */
export function createAudioBackend({
  player,
  store,
  localAudio,
  entitlements,
}: AudioBackendParts): AudioBackend {
  let sound: Sound | undefined;
  let preloaded: Sound | undefined;
  let volume = 1;
  let savedPosition = 0;
  /** Each new command increments it; asynchronous work stops when it has changed. */
  let generation = 0;
  let positionTimer: ReturnType<typeof setInterval> | undefined;
  let nextTrackTimer: ReturnType<typeof setTimeout> | undefined;
  let waitingTimer: ReturnType<typeof setTimeout> | undefined;
  /** The next start only selects the track. */
  let startsPaused = false;

  const status = () => store.getPlayback().status;
  const isActive = () => isPlaybackActive(status());
  const cancelPending = () => {
    generation += 1;
    clearTimeout(nextTrackTimer);
    clearTimeout(waitingTimer);
    recovery.end();
    adBreaks.end();
  };
  const saveCurrentPosition = () => {
    const { track } = store.getPlayback();
    savedPosition = store.getPosition();
    if (track) savePosition(track, savedPosition);
  };
  const updatePosition = () => {
    const position = sound?.position();
    if (position === undefined || position === store.getPosition()) return;
    store.update({}, position);
    if (Math.abs(position - savedPosition) >= saveIntervalSeconds) saveCurrentPosition();
  };
  const measurePosition = () => {
    if (status() === "playing") updatePosition();
  };
  const setStopped = (stopped: "paused" | "ended" | "failed") => {
    cancelPending();
    clearInterval(positionTimer);
    positionTimer = undefined;
    if (stopped === "paused" && status() === "playing") updatePosition();
    saveCurrentPosition();
    store.update({ status: stopped });
  };
  const fail = (cause: MediaErrorCause) => {
    setStopped("failed");
    discardSound();
    store.update({ failure: failureOf(cause) });
  };
  const discardSound = () => {
    sound?.discard();
    sound = undefined;
  };

  const queue = createQueuePrefetch({ store, preload });
  const adBreaks = createAdBreaks({
    store,
    isAdFree: () => entitlements().adFree,
    stop() {
      sound?.pause();
      if (isActive()) setStopped("paused");
    },
    goOn({ isPaused }) {
      startsPaused = isPaused || (isInBackground() && !canPlayInBackground(entitlements()));
      player.next();
    },
  });
  const tabs = createTabChannel(() => player.pause());
  const recovery = createRecovery({
    attempt() {
      discardSound();
      playCurrent();
    },
    giveUp: () => fail(2),
  });

  const sourceOf = (track: PlayableTrack): string =>
    localAudio?.sourceOf(track) ?? streamPath(track, { high: entitlements().highQuality && !savesData() });
  const createTrackSound = (
    track: PlayableTrack,
    create = (events: SoundEvents): Sound => createSound(sourceOf(track), events),
  ): Sound => {
    const ifCurrent = (act: () => void) => () => created === sound && act();
    const created: Sound = create({
      onPlaying: ifCurrent(() => {
        clearTimeout(waitingTimer);
        recovery.end();
        // After a call the system itself plays on, also on a page that may not.
        if (!isActive() && isInBackground() && !canPlayInBackground(entitlements())) return created.pause();
        store.update({ status: "playing", failure: null, needsGesture: false });
        positionTimer ??= setInterval(measurePosition, positionIntervalMs);
        tabs.announce();
        queue.schedule();
      }),
      onPaused: ifCurrent(() => isActive() && setStopped("paused")),
      onWaiting: ifCurrent(() => {
        if (status() !== "playing") return;
        // The track has been downloaded in the meantime: continue with the local file.
        if (created.source !== sourceOf(track)) return playCurrent();
        recovery.begin(false);
        clearTimeout(waitingTimer);
        waitingTimer = setTimeout(() => store.update({ status: "waiting" }), waitingDelayMs);
      }),
      onProgress: ifCurrent(() => {
        // Postpones the next attempt: data arrives, and starting over would take longer.
        if (isActive() && status() !== "playing") recovery.begin(false);
      }),
      onEnded: ifCurrent(() => {
        store.update({}, Number.isFinite(track.duration) ? track.duration : store.getPosition());
        setStopped("ended");
        if (store.getPlayback().sleepTimer === "track-end") player.setSleepTimer(null);
        else nextTrackTimer = setTimeout(() => player.next(), nextTrackDelayMs);
      }),
      onAutoplayBlocked: ifCurrent(() => {
        if (!isActive()) return;
        setStopped("paused");
        store.update({ needsGesture: true });
      }),
      onError(code) {
        if (created === sound) void handleError(track, { code, source: created.source });
        else if (created === preloaded) {
          created.discard();
          preloaded = undefined;
        }
      },
    });
    return created;
  };
  /** Retries network errors at the same position until the network is back; other errors end the playback. */
  const handleError = async (track: PlayableTrack, { code, source }: { code: number; source: string }) => {
    discardSound();
    if (!isActive()) return;
    clearTimeout(waitingTimer);
    store.update({ status: "waiting" });
    const startedIn = generation;
    if (source === localAudio?.sourceOf(track)) localAudio.ignore(track);
    // The local file has appeared or failed: try the other source at once.
    if (source !== sourceOf(track)) return playCurrent();
    const cause = await diagnoseError(code, source);
    if (startedIn !== generation) return;
    if (cause === 2) recovery.begin(true);
    else fail(cause);
  };
  const prepareCurrent = (): Sound | undefined => {
    const { track, rate } = store.getPlayback();
    if (!track) return undefined;
    const source = sourceOf(track);
    let early = takeEarlyAudio(track.id);
    if (early?.audio.error) {
      returnToPool(early);
      early = null;
    }
    if (early) {
      const { audio, spare } = early;
      discardSound();
      sound = createTrackSound(track, (events) => adoptSound(streamPath(track), events, { audio, spare }));
      store.update({}, audio.currentTime);
    } else if (sound?.source !== source) {
      discardSound();
      sound = preloaded?.source === source ? preloaded : createTrackSound(track);
      if (preloaded === sound) preloaded = undefined;
    }
    sound.setRate(rate);
    sound.setVolume(volume);
    const position = store.getPosition();
    if (sound.position() !== position) sound.seek(position);
    return sound;
  };
  const playCurrent = () => prepareCurrent()?.play();
  function preload(track: PlayableTrack): void {
    const source = sourceOf(track);
    const isStarting = isActive() && store.getPlayback().track?.id === track.id;
    if (isStarting || preloaded?.source === source || sound?.source === source) return;
    preloaded?.discard();
    preloaded = createTrackSound(track);
  }

  onBackground(() => canPlayInBackground(entitlements()) || player.pause());
  window.addEventListener("pagehide", () => isActive() && saveCurrentPosition());
  connectMediaSession(player, () => !isInBackground() || canPlayInBackground(entitlements()));
  runSleepTimer(player, (newVolume) => {
    volume = newVolume;
    sound?.setVolume(newVolume);
  });

  // By then the player has this audio backend.
  queueMicrotask(() =>
    takeOverEarlyPlay(store.getPlayback, (start) => {
      startsPaused = true;
      start();
      startsPaused = false;
    }),
  );

  return {
    start() {
      cancelPending();
      const isHeld = startsPaused;
      startsPaused = false;
      // The page was hidden after the click, while the audio backend was still loading.
      const isHidden = document.visibilityState === "hidden" && !canPlayInBackground(entitlements());
      if (isHeld || isHidden) {
        if (window.earlyPlay?.audio) prepareCurrent()?.pause();
        return setStopped("paused");
      }
      recovery.begin(false);
      playCurrent();
    },
    pause() {
      if (adBreaks.pause()) return;
      cancelPending();
      if (!isActive()) return;
      sound?.pause();
      setStopped("paused");
    },
    seek() {
      clearTimeout(nextTrackTimer);
      adBreaks.end();
      sound?.seek(store.getPosition());
    },
    measurePosition,
    setRate: () => sound?.setRate(store.getPlayback().rate),
    preload,
    fetchNextPage: queue.fetchNextPage,
    fetchPreviousPage: queue.fetchPreviousPage,
    countPlay(trackId) {
      adBreaks.countPlay();
      return playSource(trackId);
    },
    beginAdBreak: adBreaks.begin,
    unload() {
      cancelPending();
      discardSound();
    },
  };
}

/**
 * Lets only one tab play: `announce` tells the others, and `onOther` is called when another tab announces. The channel opens
 * with the first `announce`, because browsers keep no page with an open channel in the back/forward cache.
 */
function createTabChannel(onOther: () => void): { announce: () => void } {
  let channel: BroadcastChannel | null | undefined;
  return {
    announce() {
      if (channel === undefined) {
        channel = openChannel("mugen-player");
        channel?.addEventListener("message", onOther);
      }
      channel?.postMessage("sounds");
    },
  };
}

/** Whether the browser saves data; false without the Network Information API. */
function savesData(): boolean {
  if (!("connection" in navigator)) return false;
  const { connection } = navigator;
  return (
    typeof connection === "object" &&
    connection !== null &&
    "saveData" in connection &&
    connection.saveData === true
  );
}
