import { askServer } from "#app/lib/ask-server.ts";
import { extendedQueue, isLast, runsLow, trackAfter } from "./play-queue.ts";
import { isSounding, type PlayableTrack, type PlaybackStore, type Player } from "./playback.ts";
import { readQueuePage } from "./read-queue-page.ts";
import { rememberPosition } from "./remembered-positions.ts";
import { createSound, type Sound } from "./sound.ts";

/** Between the end of a track and the next one, in ms (spec 1 §4). */
const advanceMs = 500;
/** How often the position is read while sound plays, in ms. */
const tickMs = 200;

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
  /** Ends the current sound: another track became current without any. */
  silence(): void;
}

/** Makes the sound for a `player`, told and heard through its `store`. */
export function createEngine(player: Player, store: PlaybackStore): Engine {
  let sound: Sound | undefined;
  /** The sound of the track that is likely to be next. */
  let ahead: Sound | undefined;
  let ticking: ReturnType<typeof setInterval> | undefined;
  let advancing: ReturnType<typeof setTimeout> | undefined;
  let continuing: Promise<void> | undefined;

  const make = (track: PlayableTrack): Sound => {
    const current = (act: () => void) => () => made === sound && act();
    const made: Sound = createSound(track, {
      onPlaying: current(() => {
        store.change({ status: "playing", needsPress: false, errorCode: null });
        ticking ??= setInterval(tick, tickMs);
        lookAhead();
      }),
      onPaused: current(() => isSounding(store.getPlayback().status) && rest("paused")),
      onWaiting: current(
        () => store.getPlayback().status === "playing" && store.change({ status: "waiting" }),
      ),
      onEnded: current(() => {
        rest("ended");
        rememberPosition(track, track.duration);
        advancing = setTimeout(advance, advanceMs);
      }),
      onRefused: current(() => {
        rest("paused");
        store.change({ needsPress: true });
      }),
      onError(code) {
        if (made !== sound) {
          if (made === ahead) ahead = dropped(ahead);
          return;
        }
        rest("failed");
        store.change({ errorCode: code === 2 || code === 3 ? code : 4 });
        sound = dropped(sound);
      },
    });
    return made;
  };

  const tick = () => {
    const position = sound?.position();
    if (position !== undefined && position !== store.getPosition()) store.change({}, position);
  };
  /** The sound has come to rest, in `status`. */
  const rest = (status: "paused" | "ended" | "failed") => {
    if (status === "paused") tick();
    clearInterval(ticking);
    ticking = undefined;
    const { track } = store.getPlayback();
    if (track && status === "paused") rememberPosition(track, store.getPosition());
    store.change({ status });
  };
  const stay = () => clearTimeout(advancing);

  const lookAhead = () => {
    const { track, queue } = store.getPlayback();
    if (!track || !queue) return;
    if (runsLow(queue, track.id)) void continueQueue();
    const next = trackAfter(queue, track.id);
    if (next) expect(next);
  };
  const expect = (track: PlayableTrack) => {
    if (ahead?.trackId === track.id || sound?.trackId === track.id) return;
    ahead?.discard();
    ahead = make(track);
  };
  /** Appends the queue's next page. Quiet when there is none: it is asked for again with the next track. */
  const continueQueue = () => {
    const { queue } = store.getPlayback();
    if (!queue?.next) return Promise.resolve();
    continuing ??= askServer("GET", queue.next)
      .then((answer) => {
        const page = readQueuePage(answer);
        const { queue: now } = store.getPlayback();
        if (page && now && now.next === queue.next) store.change({ queue: extendedQueue(now, page) });
      })
      .finally(() => {
        continuing = undefined;
      });
    return continuing;
  };
  const advance = async () => {
    const { track, queue } = store.getPlayback();
    if (!track || !queue) return;
    if (isLast(queue, track.id)) await continueQueue();
    if (store.getPlayback().track === track && store.getPlayback().status === "ended") player.next();
  };

  return {
    start() {
      stay();
      const { track, rate, status } = store.getPlayback();
      if (!track) return;
      const position = store.getPosition();
      if (sound?.trackId !== track.id) {
        sound?.discard();
        sound = ahead?.trackId === track.id ? ahead : make(track);
        if (ahead === sound) ahead = undefined;
      }
      sound.setRate(rate);
      if (sound.position() !== position) sound.seek(position);
      if (status !== "loading") store.change({ status: "loading" });
      sound.play();
    },
    pause() {
      stay();
      if (!isSounding(store.getPlayback().status)) return;
      sound?.pause();
      rest("paused");
    },
    seek() {
      stay();
      sound?.seek(store.getPosition());
    },
    setRate: () => sound?.setRate(store.getPlayback().rate),
    expect,
    silence() {
      stay();
      sound = dropped(sound);
    },
  };
}

function dropped(sound: Sound | undefined): undefined {
  sound?.discard();
}
