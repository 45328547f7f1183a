import type { Howl } from "howler";

/** What the player needs to know of a track. */
export interface PlayableTrack {
  id: number;
  title: string;
  /** Seconds. */
  duration: number;
  posterName: string;
  /** Its page. */
  path: string;
  labels: readonly string[];
}

export interface Playback {
  track: PlayableTrack | null;
  status: "idle" | "loading" | "playing" | "paused" | "ended" | "failed";
}

/** One sound at a time for the whole page. Positions and durations are seconds. */
export interface Player {
  getPlayback(): Playback;
  getPosition(): number;
  /** Calls back when the playback or the position has changed. */
  subscribe(listener: () => void): () => void;
  /** Fetches the sound library ahead of a likely press, so that sound starts within the press's permission. */
  prepare(): void;
  /** Plays a track, from where it stands when it is the current one; `from` starts elsewhere. */
  play(track: PlayableTrack, from?: number): void;
  pause(): void;
  seek(position: number): void;
}

/** How often the position is read while sound plays, in ms. */
const tickMs = 200;

const loadSound = () => import("howler");

/** A silent player. Howler is fetched at the first `prepare` or `play`. */
export function createPlayer(): Player {
  const listeners = new Set<() => void>();
  let playback: Playback = { track: null, status: "idle" };
  let position = 0;
  let sound: { howl: Howl; id: number | undefined } | undefined;
  /** Grows with every track, so that a slow one that was passed over stays silent. */
  let turn = 0;
  /** Howler drops a seek between `play()` and the sound's start: it waits here for the start. */
  let waitingSeek: number | undefined;
  let ticking: ReturnType<typeof setInterval> | undefined;

  const tell = () => {
    for (const listener of listeners) listener();
  };
  const become = (status: Playback["status"]) => {
    playback = { ...playback, status };
    if (status === "playing") ticking ??= setInterval(readPosition, tickMs);
    else {
      clearInterval(ticking);
      ticking = undefined;
    }
    tell();
  };
  const readPosition = () => {
    const now = sound?.howl.seek();
    if (typeof now !== "number" || now === position) return;
    position = now;
    tell();
  };
  const fail = () => become("failed");

  async function start(track: PlayableTrack, from: number): Promise<void> {
    turn += 1;
    const mine = turn;
    sound?.howl.unload();
    sound = undefined;
    waitingSeek = undefined;
    position = from;
    playback = { track, status: "loading" };
    become("loading");
    const { Howl } = await loadSound();
    if (mine !== turn) return;
    const current = (act: () => void) => () => mine === turn && act();
    const howl = new Howl({
      src: [`/api/stream/${track.id}`],
      format: ["mp3"],
      html5: true,
      preload: true,
      onplay: current(() => {
        if (waitingSeek !== undefined) howl.seek(waitingSeek);
        waitingSeek = undefined;
        become("playing");
      }),
      onpause: current(() => {
        readPosition();
        become("paused");
      }),
      onend: current(() => {
        position = track.duration;
        become("ended");
      }),
      onloaderror: current(fail),
      onplayerror: current(fail),
    });
    sound = { howl, id: undefined };
    followElement(howl, () => mine === turn);
    // Before the file is loaded both are queued and run in this order.
    if (position > 0) howl.seek(position);
    sound.id = howl.play();
  }

  return {
    getPlayback: () => playback,
    getPosition: () => position,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    prepare: () => void loadSound().catch(() => undefined),
    play(track, from) {
      const { status } = playback;
      const isSame = playback.track?.id === track.id;
      if (isSame && status === "loading" && !sound) return;
      if (!isSame || !sound || status === "failed") {
        start(track, from ?? (isSame && status !== "ended" ? position : 0)).catch(fail);
        return;
      }
      if (status === "loading" || status === "playing") {
        if (from !== undefined) this.seek(from);
        return;
      }
      if (status === "ended") position = 0;
      if (from !== undefined) position = from;
      sound.howl.seek(position);
      become("loading");
      sound.howl.play(sound.id);
    },
    pause() {
      if (playback.status === "loading") {
        // Not begun yet: give the start up instead of pausing a sound that isn't there.
        turn += 1;
        sound?.howl.unload();
        sound = undefined;
        become("paused");
      } else sound?.howl.pause(sound.id);
    },
    seek(target) {
      const { track, status } = playback;
      if (!track) return;
      position = Math.min(Math.max(0, target), track.duration);
      if (status === "loading") waitingSeek = position;
      else sound?.howl.seek(position);
      if (status === "ended") become("paused");
      else tell();
    },
  };
}

/** The operating system may pause the element behind Howler's back (a call, a headset): says so to Howler. */
function followElement(howl: Howl, isCurrent: () => boolean): void {
  howl.once("play", () => {
    const element = elementOf(howl);
    element?.addEventListener("pause", () => {
      if (isCurrent() && !element.ended && howl.playing()) howl.pause();
    });
  });
}

/** Howler keeps its element to itself; this looks without trusting the shape. */
function elementOf(howl: Howl): HTMLMediaElement | undefined {
  const sounds: unknown = Reflect.get(howl, "_sounds");
  const first: unknown = Array.isArray(sounds) ? sounds[0] : undefined;
  if (typeof first !== "object" || first === null) return undefined;
  const node: unknown = Reflect.get(first, "_node");
  return node instanceof HTMLMediaElement ? node : undefined;
}
