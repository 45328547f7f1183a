import type { PlaySource } from "#app/features/listening/listening.ts";
import { playSource } from "#app/features/listening/play-source.ts";
import type { PlayerEntitlements } from "#app/features/premium/premium.ts";
import { createAdBreaks } from "../ad-break/ad-break.ts";
import { takeEarlyAudio, takeOverEarlyPlay } from "../early-play/early-play.ts";
import { savePosition } from "../hooks/playback-positions.ts";
import {
  isPlaybackActive,
  type LocalAudio,
  type MediaErrorCode,
  type PlayableTrack,
  type PlaybackStore,
  type Player,
  streamPath,
} from "../playback.ts";
import { createQueuePrefetch } from "../queue/queue-prefetch.ts";
import { runSleepTimer } from "../sleep-timer/sleep-timer.ts";
import { connectMediaSession } from "./media-session.ts";
import { canPlayInBackground, isInBackground, onBackground } from "./page-visibility.ts";
import { createRecovery, diagnoseError } from "./recovery.ts";
import { adoptSound, createSound, returnToPool, type Sound, type SoundEvents } from "./sound.ts";

/** Pause between the end of a track and the next one, in ms. */
const nextTrackDelayMs = 500;
/** How often the position is read during playback, in ms. */
const positionIntervalMs = 200;
/** Stalls shorter than this are not shown, in ms. */
const waitingDelayMs = 300;
/** The position is saved after each of these steps, in seconds. */
const saveIntervalSeconds = 5;

/** The part of the player that plays audio. */
export interface AudioBackend {
  /** Plays the store's current track from the store's position. */
  start(): void;
  pause(): void;
  /** Seeks to the store's position. */
  seek(): void;
  /** Applies the store's speed. */
  setRate(): void;
  /** Loads the first bytes of a track that is likely to be played next. */
  preload(track: PlayableTrack): void;
  /** Appends the queue's next page, if there is one. Never rejects. */
  fetchNextPage(): Promise<void>;
  /** Prepends the queue's end, see `PlayQueue.previous`. Never rejects. */
  fetchPreviousPage(): Promise<void>;
  /** A track has been played long enough to count. Returns by what way that came. */
  countPlay(trackId: number | undefined): PlaySource | undefined;
  /**
   * Stops playback for the card that free listeners see before the next track, if one is due; `player.next` is called when
   * it ends. False without one, and for the call that skips it.
   */
  beginAdBreak(): boolean;
  /** Discards the current sound: another track becomes current without being played. */
  unload(): void;
}

interface AudioBackendParts {
  player: Player;
  store: PlaybackStore;
  /** Loaded already. */
  localAudio: LocalAudio | undefined;
  entitlements: () => PlayerEntitlements;
}

/** Creates the audio backend of a player; the two share `store`. One for the life of a page. */
export function createAudioBackend({
  player,
  store,
  localAudio,
  entitlements,
}: AudioBackendParts): AudioBackend {
  let sound: Sound | undefined;
  /** The preloaded sound of the track that is likely to be next. */
  let preloaded: Sound | undefined;
  let volume = 1;
  let savedPosition = 0;
  /** Incremented by every new command: asynchronous work checks whether it is still current. */
  let generation = 0;
  let positionTimer: ReturnType<typeof setInterval> | undefined;
  let nextTrackTimer: ReturnType<typeof setTimeout> | undefined;
  let waitingTimer: ReturnType<typeof setTimeout> | undefined;
  /** The next start only makes the track current. */
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
  /** Updates the state after playback has stopped. */
  const setStopped = (stopped: "paused" | "ended" | "failed") => {
    cancelPending();
    clearInterval(positionTimer);
    positionTimer = undefined;
    if (stopped === "paused" && status() === "playing") updatePosition();
    saveCurrentPosition();
    store.update({ status: stopped });
  };
  const fail = (errorCode: MediaErrorCode) => {
    setStopped("failed");
    discardSound();
    store.update({ errorCode });
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

  /** The local file, else the stream in the quality that the account may have. */
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
        if (!isActive()) return;
        store.update({ status: "playing", errorCode: null, needsGesture: false });
        positionTimer ??= setInterval(() => status() === "playing" && updatePosition(), positionIntervalMs);
        tabs.announce();
        queue.schedule();
      }),
      onPaused: ifCurrent(() => isActive() && setStopped("paused")),
      onWaiting: ifCurrent(() => {
        if (status() !== "playing") return;
        // The track was downloaded meanwhile: continue with the local file.
        if (created.source !== sourceOf(track)) return playCurrent();
        recovery.begin(false);
        clearTimeout(waitingTimer);
        waitingTimer = setTimeout(() => store.update({ status: "waiting" }), waitingDelayMs);
      }),
      onProgress: ifCurrent(() => {
        // Postpones the next attempt: starting over would be slower than even a slow connection.
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
  /** After a network error retries at the same position until the network is back; other errors end the playback. */
  const handleError = async (track: PlayableTrack, { code, source }: { code: number; source: string }) => {
    discardSound();
    if (!isActive()) return;
    clearTimeout(waitingTimer);
    store.update({ status: "waiting" });
    const startedIn = generation;
    if (source === localAudio?.sourceOf(track)) localAudio.ignore(track);
    // The local file appeared or failed: try the other source at once.
    if (source !== sourceOf(track)) return playCurrent();
    const cause = await diagnoseError(code, source);
    if (startedIn !== generation) return;
    if (cause === 2) recovery.begin(true);
    else fail(cause);
  };
  /** Makes the current track's sound the one that plays, at the store's position, or where it was before the audio backend. */
  const prepareCurrent = (): Sound | undefined => {
    const { track, rate } = store.getPlayback();
    if (!track) return undefined;
    const source = sourceOf(track);
    const early = takeEarlyAudio(track.id);
    if (early?.audio.error) returnToPool(early);
    if (early && !early.audio.error) {
      discardSound();
      sound = createTrackSound(track, (events) => adoptSound(streamPath(track), events, early));
      store.update({}, early.audio.currentTime);
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

  // Once the player has this audio backend.
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
      // The page was hidden between the click and the end of the audio backend's download.
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
 * Lets only one tab of the site play: `announce` tells the others that this one plays, and from then on `onOther` is
 * called when another one does. The channel opens with the first `announce`: pages with an open channel are not kept in
 * the back/forward cache.
 */
function createTabChannel(onOther: () => void): { announce: () => void } {
  let channel: BroadcastChannel | undefined;
  return {
    announce() {
      if (typeof BroadcastChannel === "undefined") return;
      if (!channel) {
        channel = new BroadcastChannel("mugen-player");
        channel.addEventListener("message", onOther);
      }
      channel.postMessage("sounds");
    },
  };
}

/** Whether data saving is turned on in the browser; false where the Network Information API is missing. */
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
