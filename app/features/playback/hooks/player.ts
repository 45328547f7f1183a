import type { PlayerEntitlements } from "#app/features/premium/premium.ts";
import { isInstalledApp } from "#app/features/site/installed-app.ts";
import type { AudioBackend } from "../audio-backend/audio-backend.ts";
import { isBackgroundPlayOn, setBackgroundPlay } from "../background-play.ts";
import {
  initialPlayback,
  isPlaybackActive,
  type LocalAudio,
  type Playback,
  type PlaybackStore,
  type Player,
} from "../playback.ts";
import { networkFailure } from "../playback-messages.ts";
import {
  appendPage,
  chooseQueue,
  isLastLoaded,
  needsPreviousPage,
  trackAfter,
  trackBefore,
} from "../queue/play-queue.ts";
import { readSavedRate, saveRate } from "../speed/playback-rate.ts";
import { readSavedPosition, savePosition } from "./playback-positions.ts";

const noEntitlements: PlayerEntitlements = {
  adFree: false,
  doubleSpeed: false,
  backgroundPlay: false,
  highQuality: false,
};

const loadEngine = () => import("../audio-backend/audio-backend.ts");

/** Creates the page's player. The first `preload` or `play` loads the audio backend and the local audio. */
export function createPlayer(loadLocalAudio?: () => Promise<LocalAudio>): Player {
  /** By track id; under `undefined` those for any track. */
  const listeners = new Map<number | undefined, Set<() => void>>();
  const ended = new Set<number | undefined>();
  let playback: Playback = initialPlayback;
  let position = 0;
  let entitlements: PlayerEntitlements | undefined;
  let backend: AudioBackend | undefined;
  let startsWhenLoaded = false;

  const store: PlaybackStore = {
    getPlayback: () => playback,
    getPosition: () => position,
    update(changes, to = position) {
      const previousId = playback.track?.id;
      playback = { ...playback, ...changes };
      position = to;
      if (changes.status === "ended") ended.add(playback.track?.id);
      for (const id of new Set([undefined, previousId, playback.track?.id])) {
        for (const listener of listeners.get(id) ?? []) listener();
      }
    },
  };
  const getBackend = async (): Promise<AudioBackend> => {
    const [{ createAudioBackend }, localAudio] = await Promise.all([loadEngine(), loadLocalAudio?.()]);
    await localAudio?.load();
    backend ??= createAudioBackend({
      player,
      store,
      localAudio,
      entitlements: () => entitlements ?? noEntitlements,
    });
    return backend;
  };
  const earlyAudio = () => {
    const { earlyPlay } = window;
    return Number(earlyPlay?.id) === playback.track?.id ? earlyPlay?.audio : undefined;
  };
  const seekEarly = () => {
    const audio = earlyAudio();
    if (audio) audio.currentTime = position;
  };
  const start = () => {
    store.update({ status: "loading", failure: null, needsGesture: false });
    if (backend) return backend.start();
    startsWhenLoaded = true;
    // A phone allows a start only within the click; the audio backend takes this sound over.
    if (playback.track) window.earlyPlay?.start(playback.track.id, position);
    seekEarly();
    getBackend().then(
      (loaded) => {
        if (startsWhenLoaded) loaded.start();
        startsWhenLoaded = false;
      },
      () => {
        earlyAudio()?.pause();
        if (startsWhenLoaded) store.update({ status: "failed", failure: networkFailure });
        startsWhenLoaded = false;
      },
    );
  };

  const player: Player = {
    ...store,
    subscribe(listener, trackId) {
      const group = listeners.get(trackId) ?? new Set();
      listeners.set(trackId, group.add(listener));
      return () => {
        group.delete(listener);
        if (group.size === 0 && listeners.get(trackId) === group) listeners.delete(trackId);
      };
    },
    hasEnded: (trackId) => ended.has(trackId),
    preload(track) {
      getBackend().then(
        (loaded) => track && loaded.preload(track),
        () => {},
      );
    },
    play(track, { from, queue } = {}) {
      const isSame = playback.track?.id === track.id;
      if (isSame && playback.adBreakEndsAt !== null) return player.next();
      if (playback.track && !isSame) savePosition(playback.track, position);
      const isActive = isSame && isPlaybackActive(playback.status);
      const resumeAt = isSame && playback.status !== "ended" ? position : readSavedPosition(track);
      store.update(
        { track, queue: chooseQueue(track, queue, playback.queue) },
        isActive ? position : (from ?? resumeAt),
      );
      if (!isActive) start();
      else if (from !== undefined) player.seek(from);
    },
    select(track, queue) {
      if (isPlaybackActive(playback.status)) return;
      if (playback.track?.id !== track.id) backend?.unload();
      else if (playback.status !== "idle") return;
      store.update(
        {
          track,
          queue: chooseQueue(track, queue, playback.queue),
          status: "idle",
          failure: null,
          needsGesture: false,
        },
        readSavedPosition(track),
      );
    },
    pause() {
      startsWhenLoaded = false;
      if (backend) backend.pause();
      else if (isPlaybackActive(playback.status)) {
        earlyAudio()?.pause();
        store.update({ status: "paused" }, earlyAudio()?.currentTime);
        if (playback.track) savePosition(playback.track, position);
      }
    },
    seek(seconds) {
      const { track, status } = playback;
      if (!track) return;
      store.update(status === "ended" ? { status: "paused" } : {}, clampPosition(seconds, track.duration));
      if (backend) backend.seek();
      else seekEarly();
    },
    measurePosition: () => backend?.measurePosition(),
    next() {
      const { track, queue, status } = playback;
      if (!track || !queue || backend?.beginAdBreak()) return;
      const playNext = () => {
        const after = playback.queue && trackAfter(playback.queue, track.id);
        // Not if another track, or the ended one again, was started in the meantime.
        const isUnchanged =
          playback.track?.id === track.id && (status !== "ended" || playback.status === "ended");
        if (after && isUnchanged) player.play(after);
      };
      if (backend && queue.next && isLastLoaded(queue, track.id)) void backend.fetchNextPage().then(playNext);
      else playNext();
    },
    previous() {
      const { track, queue } = playback;
      if (!track || !queue) return;
      const playPrevious = () => {
        if (playback.track !== track) return;
        const before = playback.queue && trackBefore(playback.queue, track.id);
        if (before) player.play(before);
        else player.seek(0);
      };
      if (needsPreviousPage(queue, track.id))
        getBackend().then((loaded) => loaded.fetchPreviousPage().then(playPrevious), playPrevious);
      else playPrevious();
    },
    setRate(rate) {
      saveRate(rate);
      store.update({ rate });
      backend?.setRate();
    },
    setEntitlements(allowed) {
      const current = entitlements ? playback.rate : readSavedRate();
      entitlements = allowed;
      const rate = current === 2 && !allowed.doubleSpeed ? 1.5 : current;
      if (rate !== playback.rate) store.update({ rate });
      backend?.setRate();
      if (!allowed.backgroundPlay && isBackgroundPlayOn()) setBackgroundPlay(false);
      // Called now, while the start URL still has the parameter; the result is saved for the session.
      isInstalledApp();
    },
    setSleepTimer: (sleepTimer) => store.update({ sleepTimer }),
    countPlay: (trackId) => backend?.countPlay(trackId),
    extendQueue(path, page) {
      const { queue } = playback;
      if (queue?.path === path) store.update({ queue: appendPage(queue, page) });
    },
  };
  return player;
}

function clampPosition(seconds: number, duration: number): number {
  if (!Number.isFinite(seconds) || !Number.isFinite(duration)) return 0;
  return Math.min(Math.max(0, seconds), duration);
}
