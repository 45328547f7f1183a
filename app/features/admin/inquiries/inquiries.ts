import type { MessageState } from "#app/features/contact/contact.ts";
import type { ReportOutcome } from "#app/features/reports/report.ts";
import type { AuthorHistory, ReportEvidence } from "../evidence/evidence.ts";

export const inquiriesPath = "/admin/inquiries";

export const inquiryTabs = ["messages", "reports", "letters"] as const;
type InquiryTab = (typeof inquiryTabs)[number];

export const inquiriesPerPage = 10;
/** Cards that are counted and paged; older ones are found by their sender, track or id. */
export const maxInquiries = 10_000;

const messageStates = ["open", "answered", "handled", "all"] as const;
const reportStates = ["open", "closed"] as const;

/** Which cards the page shows. `id`, `user`, `track`, `author`, `reporter`: only theirs. */
export interface InquiryFilter {
  tab: InquiryTab;
  messageState: MessageState | "all";
  reportState: (typeof reportStates)[number];
  id?: number | undefined;
  /** The template that the reply to the one message begins with. */
  template?: number | undefined;
  user?: string | undefined;
  track?: number | undefined;
  author?: string | undefined;
  reporter?: string | undefined;
}

/** Reads the filter of an address; what it does not know is left out. */
export function parseInquiryFilter(query: URLSearchParams): InquiryFilter {
  const number = (name: string) => {
    const value = query.get(name) ?? "";
    return /^[1-9]\d{0,8}$/.test(value) ? Number(value) : undefined;
  };
  const account = (name: string) => query.get(name)?.slice(0, 100) || undefined;
  const state = query.get("state");
  const narrowed = query.has("id") || query.has("user");
  return {
    tab: inquiryTabs.find((tab) => tab === query.get("tab")) ?? "messages",
    messageState: messageStates.find((known) => known === state) ?? (narrowed ? "all" : "open"),
    reportState: reportStates.find((known) => known === state) ?? "open",
    id: number("id"),
    template: number("template"),
    user: account("user"),
    track: number("track"),
    author: account("author"),
    reporter: account("reporter"),
  };
}

/** What an operator's role must have to open a tab (`requirePermission`). */
export const inquiryTabAct = (tab: InquiryTab) => `GET ${inquiriesPath}?tab=${tab}`;

/** The address of a list of cards, without the page. */
export function inquiriesHref(
  filter: Partial<Omit<InquiryFilter, "messageState" | "reportState">> & { tab: InquiryTab; state?: string },
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, String(value));
  return `${inquiriesPath}?${query}`;
}

export const outcomeLabels: Record<ReportOutcome, string> = {
  none: "対応なし",
  withheld: "公開停止",
  deleted: "削除",
  denied: "利用停止",
};

export interface TimelineEntry {
  id: number;
  kind: "reply" | "note" | "handle" | "reopen";
  /** 「返信」, 「メモ」, 「対応済みにしました」 … */
  label: string;
  author: string;
  text: string;
  /** Formatted. */
  at: string;
}

export interface MessageView {
  id: number;
  version: number;
  state: MessageState;
  stateLabel: string;
  name: string;
  email: string;
  subject: string;
  message: string;
  receivedAt: string;
  handledAt: string | null;
  wasReopened: boolean;
  /** The sender's account; `isOtherAddress`: its address is not the one that was typed. */
  account: { id: string; name: string; isOtherAddress: boolean } | null;
  timeline: TimelineEntry[];
}

export interface ReportView {
  id: number;
  reason: string;
  comment: string;
  /** The line that it is about, from 1, as it began then; null for the whole track. */
  line: { number: number; quote: string } | null;
  reporter: { id: string; name: string } | null;
  at: string;
  /** Null while open. */
  outcome: string | null;
}

export interface ReportCaseView {
  track: {
    id: number;
    title: string;
    isVisible: boolean;
    isTakenDown: boolean;
    author: { id: string; name: string; isLockedOut: boolean; history: AuthorHistory | null };
  };
  /** What its open reports are about; null for a track that its author has hidden: its own page shows it, and records the look. */
  evidence: ReportEvidence | null;
  openCount: number;
  closedCount: number;
  /** Time (ms) of the latest open report, up to which this page has seen them. */
  seenAt: number;
  open: ReportView[];
  closed: ReportView[];
  wasReopened: boolean;
  timeline: TimelineEntry[];
}

export interface FailedEmailView {
  id: string;
  to: string;
  userId: string | null;
  subject: string;
  error: string;
  attempts: number;
  createdAt: string;
}
