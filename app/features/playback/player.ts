import type { PlayerEntitlements } from "../premium/entitlements.ts";
import { isInstalledApp } from "../shell/installed-app.ts";
import { recallBackgroundPlay, rememberBackgroundPlay } from "./background-play.ts";
import type { Engine } from "./engine.ts";
import {
  extendedQueue,
  isLast,
  movedQueue,
  queueFor,
  shortenedQueue,
  trackAfter,
  trackBefore,
} from "./play-queue.ts";
import { isSounding, type Playback, type PlaybackStore, type Player, silence } from "./playback.ts";
import { recallPosition, rememberPosition } from "./remembered-positions.ts";
import { recallRate, rememberRate } from "./remembered-rate.ts";

const nothingOpen: PlayerEntitlements = { doubleSpeed: false, backgroundPlay: false, highQuality: false };

const loadEngine = () => import("./engine.ts");

/** A silent player. What makes the sound is fetched at the first `prepare` or `play`. */
export function createPlayer(): Player {
  /** By the track that they ask about; those who ask about any below `undefined`. */
  const listeners = new Map<number | undefined, Set<() => void>>();
  let playback: Playback = silence;
  let position = 0;
  let entitlements: PlayerEntitlements | undefined;
  let engine: Engine | undefined;
  /** Sound is wanted as soon as the engine is there. */
  let isWanted = false;

  const store: PlaybackStore = {
    getPlayback: () => playback,
    getPosition: () => position,
    change(changes, to = position) {
      const before = playback.track?.id;
      playback = { ...playback, ...changes };
      position = to;
      for (const asked of new Set([undefined, before, playback.track?.id])) {
        for (const listener of listeners.get(asked) ?? []) listener();
      }
    },
  };
  const fetchEngine = async (): Promise<Engine> => {
    const { createEngine, lookForKept } = await loadEngine();
    await lookForKept();
    engine ??= createEngine({ player, store, entitlements: () => entitlements ?? nothingOpen });
    return engine;
  };
  const start = () => {
    store.change({ status: "loading", errorCode: null, needsPress: false });
    if (engine) return engine.start();
    isWanted = true;
    fetchEngine().then(
      (ready) => {
        if (isWanted) ready.start();
        isWanted = false;
      },
      () => {
        if (isWanted) store.change({ status: "failed", errorCode: 2 });
        isWanted = false;
      },
    );
  };

  const player: Player = {
    ...store,
    subscribe(listener, trackId) {
      const others = listeners.get(trackId) ?? new Set();
      listeners.set(trackId, others.add(listener));
      return () => {
        others.delete(listener);
        if (others.size === 0 && listeners.get(trackId) === others) listeners.delete(trackId);
      };
    },
    prepare(track) {
      fetchEngine().then(
        (ready) => track && ready.expect(track),
        () => {},
      );
    },
    play(track, { from, queue } = {}) {
      const isSame = playback.track?.id === track.id;
      if (playback.track && !isSame) rememberPosition(playback.track, position);
      const goesOn = isSame && isSounding(playback.status);
      const left = isSame && playback.status !== "ended" ? position : recallPosition(track.id);
      store.change(
        { track, queue: queueFor(track, queue, playback.queue) },
        goesOn ? position : (from ?? left),
      );
      if (!goesOn) start();
      else if (from !== undefined) player.seek(from);
    },
    show(track, queue) {
      if (isSounding(playback.status)) return;
      if (playback.track?.id !== track.id) engine?.silence();
      else if (playback.status !== "idle") return;
      store.change(
        {
          track,
          queue: queueFor(track, queue, playback.queue),
          status: "idle",
          errorCode: null,
          needsPress: false,
        },
        recallPosition(track.id),
      );
    },
    pause() {
      isWanted = false;
      if (engine) engine.pause();
      else if (isSounding(playback.status)) store.change({ status: "paused" });
    },
    seek(seconds) {
      const { track, status } = playback;
      if (!track) return;
      store.change(status === "ended" ? { status: "paused" } : {}, within(seconds, track.duration));
      engine?.seek();
    },
    next() {
      const { track, queue, status } = playback;
      if (!track || !queue) return;
      const step = () => {
        const after = playback.queue && trackAfter(playback.queue, track.id);
        // Whoever plays the ended track again meanwhile does not want the next one.
        const isMeant =
          playback.track?.id === track.id && (status !== "ended" || playback.status === "ended");
        if (after && isMeant) player.play(after);
      };
      if (engine && queue.next && isLast(queue, track.id)) void engine.fetchMore().then(step);
      else step();
    },
    previous() {
      const { track, queue } = playback;
      if (!track || !queue) return;
      const before = trackBefore(queue, track.id);
      if (before) player.play(before);
      else player.seek(0);
    },
    setRate(rate) {
      rememberRate(rate);
      store.change({ rate });
      engine?.setRate();
    },
    allow(allowed) {
      const chosen = entitlements ? playback.rate : recallRate();
      entitlements = allowed;
      const rate = chosen === 2 && !allowed.doubleSpeed ? 1.5 : chosen;
      if (rate !== playback.rate) store.change({ rate });
      engine?.setRate();
      if (!allowed.backgroundPlay && recallBackgroundPlay()) rememberBackgroundPlay(false);
      // The visit remembers it from the address that it began on.
      isInstalledApp();
    },
    setSleep: (sleep) => store.change({ sleep }),
    extendQueue(path, page) {
      const { queue } = playback;
      if (queue?.path === path) store.change({ queue: extendedQueue(queue, page) });
    },
    moveInQueue(path, move) {
      const { queue, track } = playback;
      if (queue?.path === path) store.change({ queue: movedQueue(queue, move, track?.id) });
    },
    removeFromQueue(path, removal) {
      const { queue, track } = playback;
      if (queue?.path === path) store.change({ queue: shortenedQueue(queue, removal, track?.id) });
    },
  };
  return player;
}

/** A position of 0 to 100 percent of the track (spec 1 §4); the beginning of one without a finite length. */
export function within(seconds: number, duration: number): number {
  if (!Number.isFinite(seconds) || !Number.isFinite(duration)) return 0;
  return Math.min(Math.max(0, seconds), duration);
}
