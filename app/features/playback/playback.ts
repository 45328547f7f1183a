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
