import type { FileDefect } from "#app/features/tracks/files/check-files.server.ts";

export const tracksPerPage = 10;
/** Tracks that are counted and paged by number; beyond them pages follow each other by a cursor. */
export const maxNumberedTracks = 10_000;
/** Results of a search by words that are counted and paged. */
export const maxFoundTracks = 2000;

/** Heads the message of a comparison of files that was refused. */
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

/** Which tracks the list shows. All conditions hold together. */
export interface TrackFilter {
  /** Words of title, author, labels or script; a track's id; or `@` and a customUserId. Empty: any. */
  q: string;
  state: TrackState | null;
  /** Id of the author's account. */
  author: string | null;
}

export interface AdminTrack {
  id: number;
  title: string;
  location: "local";
  /** Whether the file of standard quality is in the storage now. */
  exists: boolean;
  /** Found when the files were last compared with the database; null for none. */
  defect: FileDefect | null;
  /** Bytes of the file of standard quality, as the database knows it; null without one. */
  bytes: number | null;
  durationMs: number;
  isVisible: boolean;
  isPremiumOnly: boolean;
  isWithheld: boolean;
  takedownReason: string | null;
  /** While visitors' lists do not show it, because its author is new: from when they do, or after a review. */
  waitsUntil: Date | "review" | null;
  /** When an operator marked it as reviewed; null for never. */
  reviewedAt: Date | null;
  /** From when until when it is 今夜の一本; null for never. */
  featuredFrom: Date | null;
  featuredUntil: Date | null;
  playCount: number;
  impressionCount: number;
  likeCount: number;
  bookmarkCount: number;
  posterId: string;
  posterName: string;
  posterCustomUserId: string | null;
  /** URL, path of an upload, or an emoji. */
  posterPicture: string | null;
  /** Whether the author's uploaded picture is in the storage; null for one that was not uploaded, and for none. */
  pictureExists: boolean | null;
  uploadedAt: Date;
}

export interface AdminTrackPage {
  tracks: AdminTrack[];
  /** Of all tracks that the filter matches, at most `maxNumberedTracks` or, for words, `maxFoundTracks`. */
  count: number;
  /** Whether there may be more than `count`. */
  isMore: boolean;
  /** From 1; null for a page that was reached by a cursor. */
  page: number | null;
  /** Cursor of the page after the last numbered one, or after this one; null where numbers lead on, and on the last. */
  next: string | null;
}
