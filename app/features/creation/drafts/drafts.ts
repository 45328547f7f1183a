import type { publishProblems } from "#db/schema/index.ts";

export const draftsPath = "/drafts";
export const draftPath = (taskId: string) => `${draftsPath}/${taskId}`;

/** Tracks of one member that may be planned at a time. */
export const maxPlanned = 30;
/** How far ahead a track may be planned. */
export const maxDaysAhead = 90;
const dayMs = 24 * 60 * 60 * 1000;
/** How long a preview is kept that was planned and is not any more. */
export const unplannedLifetimeMs = dayMs;
/** How long a planned preview is kept after its time, for what may hold it up. */
export const plannedGraceMs = 60 * dayMs;
/** How long it is kept for an author who was locked out at its time, and for one who is told that it was not published. */
export const lockedGraceMs = 365 * dayMs;
export const missedGraceMs = 30 * dayMs;

export type PublishProblem = (typeof publishProblems)[number];

/** What its author reads of a planned track that was not published. */
export const problemMessages: Record<PublishProblem, string> = {
  locked: "アカウントの停止中に、予定の時刻が過ぎました。日時を選び直してください。",
  missed: "アカウントの停止中に、予定の時刻が過ぎました。日時を選び直してください。",
  refused: "予定の時刻に公開できませんでした。日時を選び直すか、いま投稿してください。",
};

/** What a form offers as the time at which a track is published: a day and an hour in Tokyo, or at once. */
export interface PublishTime {
  day: string;
  hour: number;
  isLater: boolean;
}

/** A finished preview that is not published yet. */
export interface Draft {
  taskId: string;
  previewFilename: string;
  previewUrl: string;
  title: string;
  labels: string[];
  /** Seconds. */
  duration: number;
  /** When it is published by itself; null for a preview that is not planned. */
  planned: { day: string; hour: number; text: string; problem: string | null } | null;
  /** Until when it is kept, for people. */
  keptUntil: string;
}

/** Texts and sound that are still in the making, at the creation page that goes on with them. */
export interface OpenWork {
  path: string;
  title: string;
  state: string;
}
