import type { reviewCauses, reviewDecisions } from "#db/schema/index.ts";
import type { AuthorHistory, ScriptLine } from "../evidence/evidence.ts";

export const reviewPath = "/admin/review";

/** Cards of a page. */
export const reviewsPerPage = 10;
/** How long a card that is shown is nobody else's (ms); every load of the page begins it anew. */
export const claimMs = 5 * 60_000;
/** How long a decision can be undone (ms). Its email waits as long. */
export const undoMs = 60_000;
/** Saved filters, of all operators together. */
export const maxReviewFilters = 20;
export const maxFilterNameLength = 20;
/** Longest label or author of a filter, in characters. */
export const maxFilterText = 100;

export type ReviewCause = (typeof reviewCauses)[number];
export type ReviewDecision = (typeof reviewDecisions)[number];

export const decisionLabels: Record<ReviewDecision, string> = {
  approve: "確認済み",
  hold: "保留",
  hide: "非公開にする",
  "take-down": "停止",
};

/** What is said of a track that was decided about. */
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

/** Which of the waiting tracks are shown. */
export interface ReviewFilter {
  state: "open" | "aside";
  /** Since when it waits: a day in Tokyo, `YYYY-MM-DD`. */
  day: string | null;
  label: string | null;
  isReported: boolean;
  /** The author's id, or `@` and their name. */
  author: string | null;
  length: ReviewLength | null;
}

/** Reads the filter of an address; what it does not know is left out. */
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

/** The query of a filter's address, in one form; empty for the whole queue. */
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

/** A track of the queue as its card shows it; everything is formatted on the server. */
export interface ReviewCardView {
  trackId: number;
  /** Since when it waits (ms): a decision names it, so that it is never about another form of the track. */
  seen: number;
  cause: ReviewCause;
  title: string;
  labels: string[];
  /** 「3:12」 */
  duration: string;
  waiting: string;
  isTakenDown: boolean;
  isListed: boolean;
  author: {
    id: string;
    name: string;
    /** Besides this track. */
    history: AuthorHistory | null;
  };
  /** The beginning of the script. */
  opening: ScriptLine[];
  /** Lines after it in which something was found. */
  lit: ScriptLine[];
  /** What was found, in words. */
  harms: { name: string; quote: string }[];
  /** Open reports of people, the oldest first, at most three. */
  reports: { reason: string; comment: string }[];
  reportCount: number;
  /** Time of the latest open report (ms), 0 for none. */
  reportsSeen: number;
  /** What the author of a taken down track reads, unless the operator writes something else. */
  reason: string;
}

/** What was decided in the last minute. */
export interface UndoView {
  id: number;
  trackId: number;
  title: string;
  label: string;
}
