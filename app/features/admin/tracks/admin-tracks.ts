import type { StorageName } from "#app/features/storage/server/audio-storage.server.ts";
import type { FileDefect } from "#app/features/tracks/server/check-files.server.ts";

export const tracksPerPage = 10;
/** Numbered pages end here; a cursor leads further. */
export const maxNumberedTracks = 10_000;
/** Of a search by words. */
export const maxFoundTracks = 2000;

export const adminAudioPath = (trackId: number): string => `/api/admin/tracks/${trackId}/audio`;
export const adminTrackPath = (trackId: number): string => `/admin/tracks/${trackId}`;
export const correctOfficialTrackPath = (trackId: number): string => `${adminTrackPath(trackId)}/correct`;
export const editOfficialTrackPath = (trackId: number): string => `${adminTrackPath(trackId)}/edit`;

export const syncFailedTitle = "同期に失敗しました";

export const trackStates = [
  "visible",
  "hidden",
  "waiting",
  "withheld",
  "premium-only",
  "missing-file",
] as const;
export type TrackState = (typeof trackStates)[number];

export const trackStateLabels: Record<TrackState, string> = {
  visible: "公開中",
  hidden: "非公開",
  waiting: "確認待ち",
  withheld: "公開停止中",
  "premium-only": "プレミアム限定",
  "missing-file": "ファイルに問題あり",
};

/** All conditions hold together. */
export interface TrackFilter {
  /** Words of title, author, labels or script; a track's id; or `@` and a customUserId. Empty: any. */
  q: string;
  state: TrackState | null;
  /** The account's id. */
  author: string | null;
}

export interface AdminTrack {
  id: number;
  title: string;
  location: StorageName;
  /** Whether the storage has the file of standard quality now. */
  exists: boolean;
  /** From the last comparison of files with the database. */
  defect: FileDefect | null;
  /** Of the file of standard quality, by the database; null without one. */
  bytes: number | null;
  durationMs: number;
  isVisible: boolean;
  isPremiumOnly: boolean;
  isWithheld: boolean;
  takedownReason: string | null;
  /** Until when visitors' lists do not show a new author's track; `review`: until an operator has looked at it. */
  waitsUntil: Date | "review" | null;
  reviewedAt: Date | null;
  /** From when it is 今夜の一本; null for never. */
  featuredFrom: Date | null;
  featuredUntil: Date | null;
  playCount: number;
  impressionCount: number;
  likeCount: number;
  bookmarkCount: number;
  posterId: string;
  posterName: string;
  posterCustomUserId: string | null;
  posterPicture: string | null;
  /** Whether the storage has the author's uploaded picture; null without an uploaded one. */
  pictureExists: boolean | null;
  uploadedAt: Date;
}

export interface AdminTrackPage {
  tracks: AdminTrack[];
  /** At most `maxNumberedTracks`, for words `maxFoundTracks`. */
  count: number;
  isMore: boolean;
  /** From 1; null for a page that was reached by a cursor. */
  page: number | null;
  /** Cursor of the page after the last numbered one, or after this one; null where numbers lead on, and on the last. */
  next: string | null;
}
