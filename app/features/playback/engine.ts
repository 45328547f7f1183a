import { giveUpKept, keptSourceOf, lookForKept } from "../offline/kept-sources.ts";
import type { PlayerEntitlements } from "../premium/entitlements.ts";
import { diagnoseError } from "./diagnose-error.ts";
import { createQueueFollower } from "./follow-queue.ts";
import { isUnseen, mayPlayUnseen, whenUnseen } from "./may-play-unseen.ts";
import { followMediaSession } from "./media-session.ts";
import { createOtherTabs } from "./other-tabs.ts";
import {
  isSounding,
  type MediaErrorCode,
  type PlayableTrack,
  type PlaybackStore,
  type Player,
} from "./playback.ts";
import { createRecovery } from "./recovery.ts";
import { rememberPosition } from "./remembered-positions.ts";
import { savesData } from "./saves-data.ts";
import { followSleepTimer } from "./sleep-timer.ts";
import { createSound, type Sound } from "./sound.ts";
import { soundPath } from "./sound-path.ts";

/** Between the end of a track and the next one, in ms (spec 1 §4). */
const advanceMs = 500;
/** How often the position is read while sound plays, in ms. */
const tickMs = 200;
/** A shorter lack of data is not worth a word, in ms. */
const waitingMs = 300;
/** How far sound has moved when its position is kept on the device, in seconds. */
const keepEvery = 5;

/** The part of the player that makes sound. */
export interface Engine {
  /** Sounds the store's current track from the store's position. */
  start(): void;
  pause(): void;
  /** To the store's position. */
  seek(): void;
  /** With the store's speed. */
  setRate(): void;
  /** Fetches the beginning of a track that is likely to follow. */
  expect(track: PlayableTrack): void;
  /** Appends the queue's next page, if there is one to be had. */
  fetchMore(): Promise<void>;
  /** Ends the current sound: another track becomes current without any. */
  silence(): void;
}

interface EngineParts {
  player: Player;
  store: PlaybackStore;
  entitlements: () => PlayerEntitlements;
}

/** Call it before: what the device keeps is known then. */
export { lookForKept };

/** Makes the sound for a player, told and heard through its store. One for the life of a page. */
export function createEngine({ player, store, entitlements }: EngineParts): Engine {
  let sound: Sound | undefined;
  /** The sound of the track that is likely to be next. */
  let ahead: Sound | undefined;
  let volume = 1;
  let kept = 0;
  /** Grows with whatever makes plans void: what comes late asks whether it is still meant. */
  let turn = 0;
  let ticking: ReturnType<typeof setInterval> | undefined;
  let advancing: ReturnType<typeof setTimeout> | undefined;
  let faltering: ReturnType<typeof setTimeout> | undefined;

  const status = () => store.getPlayback().status;
  const isOn = () => isSounding(status());
  const replan = () => {
    turn += 1;
    clearTimeout(advancing);
    clearTimeout(faltering);
    recovery.end();
  };
  const keepPosition = () => {
    const { track } = store.getPlayback();
    kept = store.getPosition();
    if (track) rememberPosition(track, kept);
  };
  const tick = () => {
    const position = sound?.position();
    if (position === undefined || position === store.getPosition()) return;
    store.change({}, position);
    if (Math.abs(position - kept) >= keepEvery) keepPosition();
  };
  /** The sound has come to rest. */
  const rest = (how: "paused" | "ended" | "failed") => {
    replan();
    clearInterval(ticking);
    ticking = undefined;
    if (how === "paused" && status() === "playing") tick();
    keepPosition();
    store.change({ status: how });
  };
  const fail = (errorCode: MediaErrorCode) => {
    rest("failed");
    dropSound();
    store.change({ errorCode });
  };
  const dropSound = () => {
    sound?.discard();
    sound = undefined;
  };

  const queue = createQueueFollower({ store, expect });
  const tabs = createOtherTabs(() => player.pause());
  const recovery = createRecovery({
    attempt() {
      dropSound();
      sounding();
    },
    giveUp: () => fail(2),
  });

  /** From this device, else the stream in the quality that the account may have. */
  const sourceOf = (track: PlayableTrack): string =>
    keptSourceOf(track) ?? soundPath(track, { high: entitlements().highQuality && !savesData() });
  const make = (track: PlayableTrack): Sound => {
    const current = (act: () => void) => () => made === sound && act();
    const made: Sound = createSound(sourceOf(track), {
      onPlaying: current(() => {
        clearTimeout(faltering);
        recovery.end();
        if (!isOn()) return;
        store.change({ status: "playing", errorCode: null, needsPress: false });
        ticking ??= setInterval(() => status() === "playing" && tick(), tickMs);
        tabs.announce();
        queue.lookAhead();
      }),
      onPaused: current(() => isOn() && rest("paused")),
      onWaiting: current(() => {
        if (status() !== "playing") return;
        // It has been kept meanwhile: the device has what the network does not give.
        if (made.source !== sourceOf(track)) return sounding();
        recovery.begin(false);
        clearTimeout(faltering);
        faltering = setTimeout(() => store.change({ status: "waiting" }), waitingMs);
      }),
      onProgress: current(() => {
        // However slowly it comes: a fresh start would be slower.
        if (isOn() && status() !== "playing") recovery.begin(false);
      }),
      onEnded: current(() => {
        store.change({}, Number.isFinite(track.duration) ? track.duration : store.getPosition());
        rest("ended");
        if (store.getPlayback().sleep === "track-end") player.setSleep(null);
        else advancing = setTimeout(() => player.next(), advanceMs);
      }),
      onRefused: current(() => {
        if (!isOn()) return;
        rest("paused");
        store.change({ needsPress: true });
      }),
      onError(code) {
        if (made === sound) void mend(track, { code, source: made.source });
        else if (made === ahead) {
          made.discard();
          ahead = undefined;
        }
      },
    });
    return made;
  };
  /** The sound broke: brings it back where it was once the network is there, or says what is wrong. */
  const mend = async (track: PlayableTrack, { code, source }: { code: number; source: string }) => {
    dropSound();
    if (!isOn()) return;
    clearTimeout(faltering);
    store.change({ status: "waiting" });
    const mine = turn;
    if (source === keptSourceOf(track)) giveUpKept(track);
    // Kept meanwhile, or no longer: the other source is worth a try at once.
    if (source !== sourceOf(track)) return sounding();
    const cause = await diagnoseError(code, source);
    if (mine !== turn) return;
    if (cause === 2) recovery.begin(true);
    else fail(cause);
  };
  const sounding = () => {
    const { track, rate } = store.getPlayback();
    if (!track) return;
    const source = sourceOf(track);
    if (sound?.source !== source) {
      dropSound();
      sound = ahead?.source === source ? ahead : make(track);
      if (ahead === sound) ahead = undefined;
    }
    sound.setRate(rate);
    sound.setVolume(volume);
    const position = store.getPosition();
    if (sound.position() !== position) sound.seek(position);
    sound.play();
  };
  function expect(track: PlayableTrack): void {
    const source = sourceOf(track);
    if (ahead?.source === source || sound?.source === source) return;
    ahead?.discard();
    ahead = make(track);
  }

  whenUnseen(() => mayPlayUnseen(entitlements()) || player.pause());
  window.addEventListener("pagehide", () => isOn() && keepPosition());
  followMediaSession(player, () => !isUnseen() || mayPlayUnseen(entitlements()));
  followSleepTimer(player, (to) => {
    volume = to;
    sound?.setVolume(to);
  });

  return {
    start() {
      replan();
      // Pressed in a page that was hidden before the library had come.
      if (document.visibilityState === "hidden" && !mayPlayUnseen(entitlements())) return rest("paused");
      recovery.begin(false);
      sounding();
    },
    pause() {
      replan();
      if (!isOn()) return;
      sound?.pause();
      rest("paused");
    },
    seek() {
      clearTimeout(advancing);
      sound?.seek(store.getPosition());
    },
    setRate: () => sound?.setRate(store.getPlayback().rate),
    expect,
    fetchMore: queue.fetchMore,
    silence() {
      replan();
      dropSound();
    },
  };
}
