import type { PlaySource } from "#app/features/listening/listening.ts";
import type { PlayerEntitlements } from "#app/features/premium/premium.ts";

/** What the player needs to know of a track; `TrackListItem` extends it structurally. */
export interface PlayableTrack {
  id: number;
  title: string;
  /** Seconds that the listener hears. */
  duration: number;
  /** Whether that is only the excerpt of a premium-only track. */
  isExcerpt?: boolean | undefined;
  posterName: string;
  posterPath: string;
  /** The track's page, where it is another than `pageOfTrack` says. */
  path?: string | undefined;
  labels: readonly string[];
  playCount: number;
  likeCount: number;
  /** Absent in downloads of earlier versions. */
  impressionCount?: number | undefined;
  isBookmarked?: boolean | undefined;
  /** Who speaks when (`encodeTurns`), where the page has it; else the player fetches it. */
  turns?: string | undefined;
}

/** How far the buttons, keys and the lock screen go back and forth, in seconds. */
export const seekSeconds = 15;

/** The path of a track's page: below its author's, unless the track names another one. */
export const pageOfTrack = ({
  id,
  posterPath,
  path,
}: Pick<PlayableTrack, "id" | "posterPath" | "path">): string => path ?? `${posterPath}/track/${id}`;

/** The tracks that play one after another. */
export interface PlayQueue {
  /** Displayed: 新着, 「夜」の検索結果, the name of a playlist. */
  name: string;
  /** The page that it was started on; identifies the queue. */
  path: string;
  tracks: readonly PlayableTrack[];
  /** Playlist mode: ends with the last track. Otherwise the last is followed by the first. */
  isPlaylist: boolean;
  /**
   * The API URL of the next page (`/api/tracks?cursor=…`); null when `tracks` is complete. With `order=newest` in it, the
   * same call with `order=oldest` gives the list from its end.
   */
  next: string | null;
  /** The listener has changed the order: moves within the list it came from no longer apply. */
  isArranged?: boolean;
  /**
   * After a step back from the first track: the tracks of the list's end stand before its beginning, and this is the API
   * URL of those before them; null when there are none.
   */
  previous?: string | null;
}

/** The playback speeds. 2 needs the entitlement `doubleSpeed`. */
export const rates = [1, 1.25, 1.5, 2] as const;
export type Rate = (typeof rates)[number];

/** When playback stops: at a time (epoch ms) or at the end of the current track. */
export type SleepTimer = { at: number } | "track-end";

/** `MediaError.code`: 2 network, 3 decoding, 4 unsupported source or none. */
export type MediaErrorCode = 2 | 3 | 4;

export interface Playback {
  /** The current track, playing or not. */
  track: PlayableTrack | null;
  queue: PlayQueue | null;
  /** `waiting`: playing, but stalled until data arrives. */
  status: "idle" | "loading" | "playing" | "waiting" | "paused" | "ended" | "failed";
  /** Set when `status` is `failed`. */
  errorCode: MediaErrorCode | null;
  /** The browser blocked autoplay: a click is needed. */
  needsGesture: boolean;
  rate: Rate;
  sleepTimer: SleepTimer | null;
  /** When the card of the official account ends that free listeners see before the next track, epoch ms; null without one. */
  adBreakEndsAt: number | null;
  /** Goes on here, where another device of the member's plays; null while none does. */
  takeOver: (() => void) | null;
}

export const initialPlayback: Playback = {
  track: null,
  queue: null,
  status: "idle",
  errorCode: null,
  needsGesture: false,
  rate: 1,
  sleepTimer: null,
  adBreakEndsAt: null,
  takeOver: null,
};

/** Plays one track at a time for the whole page. Positions and durations are seconds. */
export interface Player extends PlaybackStore {
  /**
   * Calls `listener` when the playback or the position has changed; with `trackId` only while that track is current,
   * and when it becomes or stops being current. Returns the function that unsubscribes.
   */
  subscribe(listener: () => void, trackId?: number): () => void;
  /** Loads the audio backend, and the first bytes of a track that is likely to be played. */
  preload(track?: PlayableTrack): void;
  /**
   * Plays a track from `from`; without it from the current position, or where another track was left. Without `queue`
   * the current queue stays if it has the track; otherwise the track is alone in a new one. While a card follows the
   * track, playing it means to go on with the next one.
   */
  play(track: PlayableTrack, options?: { from?: number | undefined; queue?: PlayQueue | undefined }): void;
  /** Makes a track current without playing it. Does nothing while a track plays. */
  select(track: PlayableTrack, queue?: PlayQueue): void;
  pause(): void;
  /** Clamped to the track. */
  seek(seconds: number): void;
  /**
   * Plays the track after the current one: the first after the last, nothing after the last of a playlist. Free listeners
   * see a card before it when one is due; during the card this skips it.
   */
  next(): void;
  /** Plays the track before the current one: the last of the whole list before the first; a playlist's first starts over. */
  previous(): void;
  /** Saved on the device. The caller checks whether 2 is allowed. */
  setRate(rate: Rate): void;
  /**
   * Sets what the account may do; the first call also restores the saved speed. Without `doubleSpeed` a speed of 2
   * becomes 1.5; without `backgroundPlay` that setting is turned off.
   */
  setEntitlements(entitlements: PlayerEntitlements): void;
  setSleepTimer(sleepTimer: SleepTimer | null): void;
  /** A track has been played long enough to count. Returns by what way that came. */
  countPlay(trackId: number | undefined): PlaySource | undefined;
  /** Appends a page that the list on `path` has loaded to the queue that was started there. */
  extendQueue(path: string, page: QueuePage): void;
  /** Moves a track within the queue that was started on `path`, after its list was reordered. */
  moveInQueue(path: string, move: QueueMove): void;
  /** Removes a track from the queue that was started on `path`. The current track stays and plays on. */
  removeFromQueue(path: string, removal: QueueRemoval): void;
}

/** A track that was removed from the list of a queue. */
export interface QueueRemoval {
  trackId: number;
  /** Adjusts the URL of the next page to the removal; called only if the queue has loaded the track. */
  next(url: string): string;
}

/** A track's new position in a queue. */
export interface QueueMove {
  trackId: number;
  /** Index from 0. */
  to: number;
  /** The loaded part of the queue's list after the move. */
  list: QueuePage;
}

/** A page of a queue; `next` as in `PlayQueue`. */
export interface QueuePage {
  tracks: readonly PlayableTrack[];
  next: string | null;
}

/** The player's state, shared by its parts. Positions are seconds. */
export interface PlaybackStore {
  getPlayback(): Playback;
  getPosition(): number;
  update(changes: Partial<Playback>, position?: number): void;
}

/** Whether it plays or will as soon as data arrives. */
export const isPlaybackActive = (status: Playback["status"]): boolean =>
  status === "loading" || status === "playing" || status === "waiting";

/** Playback does not resume before this position, or this close to the end, in seconds. */
export const minResumePosition = 5;
export const minResumeRemaining = 3;

/** Whether playback resumes at `position`; both in seconds, `duration` is `NaN` while unknown. */
export function isWorthResuming(position: number, duration: number): boolean {
  return position >= minResumePosition && !isEnd(position, duration);
}

/** Whether a track was heard to its end at `position`; both in seconds. */
export const isEnd = (position: number, duration: number): boolean =>
  position > duration - minResumeRemaining;

/** Seconds to resume a track from that was left at `positionMs`; 0 for the beginning. */
export function resumePosition(positionMs: number | null, durationMs: number): number {
  const seconds = (positionMs ?? 0) / 1000;
  return isWorthResuming(seconds, durationMs / 1000) ? seconds : 0;
}

/** The elapsed time to show, in quarter seconds. Rounding, or a file a little longer than its track, never exceeds the total. */
export const shownPosition = (position: number, duration: number): number =>
  Math.min(duration, Math.round(position * 4) / 4);

/** Audio files on this device that play instead of the stream; implemented by a feature that stores some. */
export interface LocalAudio {
  /** Reads which files there are; call it before the other methods. Never rejects. */
  load(): Promise<void>;
  /** The URL of a track's file; null when there is none or it may not be played. */
  sourceOf(track: { id: number }): string | null;
  /** Stops using a track's file, which failed to play, for the rest of the page's life. */
  ignore(track: { id: number }): void;
}

/** The URL of a track's audio; `high` requests 128 kbps, which the server sends to premium members only. */
export const streamPath = (track: { id: number }, { high = false }: { high?: boolean } = {}): string =>
  `/api/stream/${track.id}${high ? "?quality=high" : ""}`;
