import type { PlaySource } from "#app/features/listening/listening.ts";
import type { PlayerEntitlements } from "#app/features/premium/premium.ts";

/** What the player needs of a track. `TrackListItem` extends it structurally. */
export interface PlayableTrack {
  id: number;
  coverId?: number | undefined;
  title: string;
  /** Seconds that the listener hears. */
  duration: number;
  /** Whether `duration` is that of a premium-only track's excerpt. */
  isExcerpt?: boolean | undefined;
  posterName: string;
  posterPath: string;
  /** The track's page, if `pageOfTrack` would name another. */
  path?: string | undefined;
  labels: readonly string[];
  playCount: number;
  likeCount: number;
  /** Absent in downloads of earlier versions. */
  impressionCount?: number | undefined;
  isBookmarked?: boolean | undefined;
  /** Who speaks when (`encodeTurns`); fetched if absent. */
  turns?: string | undefined;
}

export const seekSeconds = 15;

/** The path of a track's page, below its author's unless `path` names another. */
export const pageOfTrack = ({
  id,
  posterPath,
  path,
}: Pick<PlayableTrack, "id" | "posterPath" | "path">): string => path ?? `${posterPath}/track/${id}`;

export interface PlayQueue {
  name: string;
  path: string;
  tracks: readonly PlayableTrack[];
  /** A playlist ends with its last track; any other queue starts over. */
  isPlaylist: boolean;
  /**
   * API URL of the next page (`/api/tracks?cursor=…`); null when complete. A URL with `order=newest` must give the list from
   * its end with `order=oldest`.
   */
  next: string | null;
  /** The listener has changed the order: moves in the original list no longer apply. */
  isArranged?: boolean;
  /** After a step back to the list's end: API URL of the tracks before that; null when there are none. */
  previous?: string | null;
}

/** 2 needs the entitlement `doubleSpeed`. */
export const rates = [1, 1.25, 1.5, 2] as const;
export type Rate = (typeof rates)[number];

/** `at`: epoch ms. */
export type SleepTimer = { at: number } | "track-end";

/** Why a track does not play (without a full stop), and what may be done or have happened. */
export interface PlaybackFailure {
  cause: string;
  advice: string;
}

export interface Playback {
  track: PlayableTrack | null;
  queue: PlayQueue | null;
  /** `waiting`: stalled until data arrives. */
  status: "idle" | "loading" | "playing" | "waiting" | "paused" | "ended" | "failed";
  failure: PlaybackFailure | null;
  needsGesture: boolean;
  rate: Rate;
  sleepTimer: SleepTimer | null;
  /** When the card for free listeners ends, epoch ms; null without a card. */
  adBreakEndsAt: number | null;
  /** Continues here what another device of the member plays; null if none does. */
  takeOver: (() => void) | null;
}

export const initialPlayback: Playback = {
  track: null,
  queue: null,
  status: "idle",
  failure: null,
  needsGesture: false,
  rate: 1,
  sleepTimer: null,
  adBreakEndsAt: null,
  takeOver: null,
};

/** Plays one track at a time. Positions and durations are seconds. */
export interface Player extends PlaybackStore {
  /**
   * Calls `listener` at each change of playback or position; with `trackId` only while that track is current, and when that
   * changes. Returns the function that unsubscribes.
   */
  subscribe(listener: () => void, trackId?: number): () => void;
  /** Whether the track was heard to its end since the document was loaded. */
  hasEnded(trackId: number): boolean;
  /** Loads the audio backend, and the first bytes of the likely next track. */
  preload(track?: PlayableTrack): void;
  /**
   * Plays a track from `from`, by default from the current position or where it was left. Without `queue` the current queue
   * stays if it has the track, else the track gets one of its own. During an ad card, playing the track before it means to
   * continue with the next one.
   */
  play(track: PlayableTrack, options?: { from?: number | undefined; queue?: PlayQueue | undefined }): void;
  /** Makes a track current without playing it. Does nothing while one plays. */
  select(track: PlayableTrack, queue?: PlayQueue): void;
  pause(): void;
  seek(seconds: number): void;
  /** Updates the position from the sound at once, instead of at the next of five times a second. */
  measurePosition(): void;
  /**
   * Plays the next track: after the last the first, unless it is a playlist. Free listeners see a card before it when one is
   * due; during the card this skips it.
   */
  next(): void;
  /** Plays the previous track: before the first the last of the whole list. A playlist's first track starts over. */
  previous(): void;
  /** Saved on the device. The caller checks whether 2 is allowed. */
  setRate(rate: Rate): void;
  /**
   * Sets what the account may do. The first call restores the saved speed. Without `doubleSpeed` 2 becomes 1.5; without
   * `backgroundPlay` that setting is turned off.
   */
  setEntitlements(entitlements: PlayerEntitlements): void;
  setSleepTimer(sleepTimer: SleepTimer | null): void;
  /** The track has been played long enough to count. Returns how the listener came to it. */
  countPlay(trackId: number | undefined): PlaySource | undefined;
  /** Appends a page to the queue that was started on `path`, after its list has loaded it. */
  extendQueue(path: string, page: QueuePage): void;
}

export interface QueuePage {
  tracks: readonly PlayableTrack[];
  next: string | null;
}

/** Positions are seconds. */
export interface PlaybackStore {
  getPlayback(): Playback;
  getPosition(): number;
  update(changes: Partial<Playback>, position?: number): void;
}

/** Whether it plays, or will as soon as data arrives. */
export const isPlaybackActive = (status: Playback["status"]): boolean =>
  status === "loading" || status === "playing" || status === "waiting";

/** Playback resumes neither before this position nor this close to the end, in seconds. */
export const minResumePosition = 5;
export const minResumeRemaining = 3;

/** Whether playback resumes at `position` (seconds). `duration` is `NaN` while unknown. */
export function isWorthResuming(position: number, duration: number): boolean {
  return position >= minResumePosition && !isEnd(position, duration);
}

/** Whether `position` (seconds) counts as the end. */
export const isEnd = (position: number, duration: number): boolean =>
  position > duration - minResumeRemaining;

/** Seconds to resume from; 0 for the beginning. */
export function resumePosition(positionMs: number | null, durationMs: number): number {
  const seconds = (positionMs ?? 0) / 1000;
  return isWorthResuming(seconds, durationMs / 1000) ? seconds : 0;
}

/** The elapsed time to show, to a quarter second. Never more than `duration`, though a file may be a little longer. */
export const shownPosition = (position: number, duration: number): number =>
  Math.min(duration, Math.round(position * 4) / 4);

export interface LocalAudio {
  /** Reads which files there are. Call it first. Never rejects. */
  load(): Promise<void>;
  /** The URL of a track's file; null if there is none or it may not be played. */
  sourceOf(track: { id: number }): string | null;
  /** Stops using a file that failed to play, for the life of the page. */
  ignore(track: { id: number }): void;
}

/** `high` requests 128 kbps, which the server sends to premium members only. */
export const streamPath = (track: { id: number }, { high = false }: { high?: boolean } = {}): string =>
  `/api/stream/${track.id}${high ? "?quality=high" : ""}`;
