import { dayMs } from "#app/lib/time-units.ts";
import type { publishProblems } from "#db/schema/index.ts";

export const draftsPath = "/drafts";
export const draftPath = (taskId: string) => `${draftsPath}/${taskId}`;

export const maxPlanned = 30;
export const maxDaysAhead = 90;
/** How long a preview is kept after its plan is withdrawn. */
export const unplannedLifetimeMs = dayMs;
/** How long it is kept after its time, for delays. */
export const plannedGraceMs = 60 * dayMs;
/** For authors locked out at its time; and for those told that it was not published. */
export const lockedGraceMs = 365 * dayMs;
export const missedGraceMs = 30 * dayMs;

export type PublishProblem = (typeof publishProblems)[number];

export const problemMessages: Record<PublishProblem, string> = {
  locked: "アカウントの停止中に、予定の時刻が過ぎました。日時を選び直してください。",
  missed: "アカウントの停止中に、予定の時刻が過ぎました。日時を選び直してください。",
  refused: "予定の時刻に公開できませんでした。日時を選び直すか、いま投稿してください。",
};

/** A day and an hour in Tokyo, or at once. */
export interface PublishTime {
  day: string;
  hour: number;
  isLater: boolean;
}

export interface Draft {
  taskId: string;
  previewFilename: string;
  previewUrl: string;
  title: string;
  labels: string[];
  duration: number;
  planned: { day: string; hour: number; text: string; problem: string | null } | null;
  keptUntil: string;
}

/** Unfinished, at the page that continues it. */
export interface OpenWork {
  path: string;
  title: string;
  state: string;
}
