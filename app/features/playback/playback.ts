import type { PlayerEntitlements } from "../premium/entitlements.ts";

/** What the player needs to know of a track; every `ListedTrack` is one. */
export interface PlayableTrack {
  id: number;
  title: string;
  /** Seconds. */
  duration: number;
  posterName: string;
  posterPath: string;
  /** The track's page. */
  path: string;
  labels: readonly string[];
  playCount: number;
  likeCount: number;
  isBookmarked?: boolean | undefined;
}

/** The tracks that follow each other, and the way to more of them. */
export interface PlayQueue {
  /** What people know it by: 新着, 「夜」の検索結果, the name of a playlist. */
  name: string;
  /** The page that it was started on. */
  path: string;
  tracks: readonly PlayableTrack[];
  /** Playlist mode: ends with the last track. Otherwise the last is followed by the first (spec 1 §4). */
  isPlaylist: boolean;
  /** The call that answers with the tracks that follow (`/api/tracks?cursor=…`); null when these are all. */
  next: string | null;
}

/** Speeds to choose from (spec 1 §5). */
export const rates = [1, 1.25, 1.5, 2] as const;
export type Rate = (typeof rates)[number];

/** When the sleep timer ends the sound: at a time (epoch ms) or with the current track. */
export type Sleep = { at: number } | "track-end";

/** `MediaError.code`: 2 network, 3 decoding, 4 unsupported source or none. */
export type MediaErrorCode = 2 | 3 | 4;

export interface Playback {
  /** The current track, silent ones included. */
  track: PlayableTrack | null;
  queue: PlayQueue | null;
  /** `waiting`: playing, but the network has to come back first. */
  status: "idle" | "loading" | "playing" | "waiting" | "paused" | "ended" | "failed";
  /** Of a `failed` playback. */
  errorCode: MediaErrorCode | null;
  /** The browser refused to start sound without a press: asks for one. */
  needsPress: boolean;
  rate: Rate;
  sleep: Sleep | null;
}

/** Nothing yet. */
export const silence: Playback = {
  track: null,
  queue: null,
  status: "idle",
  errorCode: null,
  needsPress: false,
  rate: 1,
  sleep: null,
};

/** One sound at a time for the whole page. Positions and durations are seconds. */
export interface Player {
  getPlayback(): Playback;
  getPosition(): number;
  /**
   * Calls back when the playback or the position has changed; with `trackId` only while that track is current, and when
   * it begins or ceases to be. Returns what ends that.
   */
  subscribe(listener: () => void, trackId?: number): () => void;
  /** Fetches the sound library, and the beginning of a track that is likely to be played. */
  prepare(track?: PlayableTrack): void;
  /**
   * Plays a track, the current one from where it stands, another from where it was left, both elsewhere with `from`.
   * Without `queue` it stays in the current queue if that has the track; otherwise it is alone.
   */
  play(track: PlayableTrack, options?: { from?: number; queue?: PlayQueue }): void;
  /** Makes a track current without sound. Nothing while another one sounds. */
  show(track: PlayableTrack, queue?: PlayQueue): void;
  pause(): void;
  /** Kept within the track. */
  seek(seconds: number): void;
  /** Plays the track after the current one: the first after the last, nothing after the last of a playlist. */
  next(): void;
  /** Plays the track before the current one: the last before the first; a playlist's first starts over. */
  previous(): void;
  /** Remembered on the device. Who may choose 2 is the caller's to know. */
  setRate(rate: Rate): void;
  /**
   * Says what the account may do, and brings back the device's speed the first time. Without `doubleSpeed` a speed of 2
   * becomes 1.5; without `backgroundPlay` its switch goes off (spec 1 §5).
   */
  allow(entitlements: PlayerEntitlements): void;
  setSleep(sleep: Sleep | null): void;
  /** Appends what the list of the queue that was started on `path` has loaded since. */
  extendQueue(path: string, page: QueuePage): void;
  /** Moves a track within the queue that was started on `path`, as its list has been arranged since. */
  moveInQueue(path: string, move: QueueMove): void;
  /** Takes a track out of the queue that was started on `path`. The current one sounds on, and what followed it follows. */
  removeFromQueue(path: string, removal: QueueRemoval): void;
}

/** A track that has left the list of a queue. */
export interface QueueRemoval {
  trackId: number;
  /** What the way to the following tracks has become with it, if the queue has had the track. */
  next(before: string): string;
}

/** A track's new place in a queue. */
export interface QueueMove {
  trackId: number;
  /** From 0. */
  to: number;
  /** The list that the queue came from, as far as it is loaded, after the move. */
  list: QueuePage;
}

/** More of a queue, as for `PlayQueue`. */
export interface QueuePage {
  tracks: readonly PlayableTrack[];
  next: string | null;
}

/** What the player's parts share: what is known, and the way to change it. */
export interface PlaybackStore {
  getPlayback(): Playback;
  getPosition(): number;
  change(changes: Partial<Playback>, position?: number): void;
}

/** Playing, or about to. */
export const isSounding = (status: Playback["status"]): boolean =>
  status === "loading" || status === "playing" || status === "waiting";
