export const wordListPath = "/admin/word-list";

export const maxListLines = 300;
export const maxLineLength = 60;
/** A list is tried against the latest ones. */
export const maxTriedTracks = 1000;
/** Of these, only the newest in which a changed line stands are judged. */
export const maxJudgedTracks = 300;

export const wordListParts = {
  words: "止める言葉",
  examples: "止める文の例",
  exceptions: "止めないもの",
} as const;
export type WordListPart = keyof typeof wordListParts;

/** A track with a passage that the tried list judges otherwise than the present one. */
export interface ChangedTrack {
  id: number;
  title: string;
  quote: string;
}

/** What a list would change for the latest tracks. */
export interface WordListTrial {
  /** Tracks that were looked at. */
  triedCount: number;
  /** Tracks in which a changed line stands, and how many of them were judged. */
  touchedCount: number;
  judgedCount: number;
  blockedCount: number;
  freedCount: number;
  /** The newest of each kind. */
  held: ChangedTrack[];
  freed: ChangedTrack[];
}
