import type { Correction } from "#app/features/creation/correction/correction.ts";
import type { reviewCauses, reviewDecisions } from "#db/schema/index.ts";
import type { AuthorHistory, ScriptLine } from "../evidence/evidence.ts";

export const reviewPath = "/admin/review";

export const reviewsPerPage = 10;
/** A shown card belongs to one operator for so long; each load of the page begins it anew. */
export const claimMs = 5 * 60_000;
/** The decision's email waits as long. */
export const undoMs = 60_000;
export const maxReviewFilters = 20;
export const maxFilterNameLength = 20;
export const maxFilterText = 100;

type ReviewCause = (typeof reviewCauses)[number];
export type ReviewDecision = (typeof reviewDecisions)[number];

export const decidedLabels: Record<ReviewDecision, string> = {
  approve: "確認済みにしました",
  hold: "保留にしました",
  hide: "非公開にしました",
  "take-down": "公開を停止しました",
};

export const reviewLengths = ["short", "middle", "long"] as const;
type ReviewLength = (typeof reviewLengths)[number];

export const lengthLabels: Record<ReviewLength, string> = {
  short: "3分未満",
  middle: "3分〜10分",
  long: "10分以上",
};

export interface ReviewFilter {
  state: "open" | "aside";
  /** Since when it waits: `YYYY-MM-DD`, Asia/Tokyo. */
  day: string | null;
  label: string | null;
  isReported: boolean;
  /** The author's id, or `@` and their name. */
  author: string | null;
  length: ReviewLength | null;
}

export function parseReviewFilter(query: URLSearchParams): ReviewFilter {
  const text = (name: string) => query.get(name)?.trim().slice(0, maxFilterText) || null;
  const day = text("day");
  return {
    state: query.get("state") === "aside" ? "aside" : "open",
    day: day && isDay(day) ? day : null,
    label: text("label"),
    isReported: query.get("reported") === "1",
    author: text("author"),
    length: reviewLengths.find((length) => length === query.get("length")) ?? null,
  };
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** Always in the same form; empty for the whole queue. */
export function reviewQuery({ state, day, label, isReported, author, length }: ReviewFilter): string {
  const query = new URLSearchParams();
  if (state === "aside") query.set("state", state);
  if (day) query.set("day", day);
  if (label) query.set("label", label);
  if (isReported) query.set("reported", "1");
  if (author) query.set("author", author);
  if (length) query.set("length", length);
  return query.toString();
}

export const reviewHref = (query: string): string => (query ? `${reviewPath}?${query}` : reviewPath);

/** Everything is formatted on the server. */
export interface ReviewCardView {
  trackId: number;
  /** Since when it waits (ms). A decision names it, so that it never hits another version of the track. */
  seen: number;
  cause: ReviewCause;
  coverId: number;
  title: string;
  description: string | null;
  labels: string[];
  duration: string;
  waiting: string;
  isTakenDown: boolean;
  isListed: boolean;
  author: {
    id: string;
    name: string;
    history: AuthorHistory | null;
  };
  opening: ScriptLine[];
  lit: ScriptLine[];
  /** The newest first, at most three. */
  corrections: Omit<Correction, "correctedAt">[];
  harms: { name: string; quote: string }[];
  /** Open ones of people, the oldest first, at most three. */
  reports: { reason: string; comment: string }[];
  reportCount: number;
  /** Time of the latest open report (ms), 0 for none. */
  reportsSeen: number;
  /** Suggests what the author of a taken down track reads. */
  reason: string;
}

export interface UndoView {
  id: number;
  trackId: number;
  title: string;
  label: string;
}
