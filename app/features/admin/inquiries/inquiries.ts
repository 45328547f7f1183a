import type { CaseEntryKind } from "#app/features/cases/cases.ts";
import type { MessageState } from "#app/features/contact/contact.ts";
import type { ReportOutcome } from "#app/features/reports/report.ts";
import type { AuthorHistory, ReportEvidence } from "../evidence/evidence.ts";
import type { ModeratedPart, ModeratedPlaylist } from "../moderation/moderated.ts";

export const inquiriesPath = "/admin/inquiries";

export const inquiryTabs = ["messages", "reports", "letters"] as const;
type InquiryTab = (typeof inquiryTabs)[number];

export const inquiriesPerPage = 10;
/** Only these are counted and paged; older ones are found by sender, track or id. */
export const maxInquiries = 10_000;

const messageStates = ["open", "answered", "handled", "all"] as const;
const reportStates = ["open", "closed"] as const;

export const reportSubjects = { tracks: "音声", members: "会員", playlists: "プレイリスト" } as const;
type ReportSubjects = keyof typeof reportSubjects;

/** `id`, `user`, `track`, `author`, `reporter`, `member`, `playlist`: only theirs. */
export interface InquiryFilter {
  tab: InquiryTab;
  messageState: MessageState | "all";
  reportState: (typeof reportStates)[number];
  of?: Exclude<ReportSubjects, "tracks"> | undefined;
  id?: number | undefined;
  /** The reply to the one message begins with this template. */
  template?: number | undefined;
  user?: string | undefined;
  track?: number | undefined;
  author?: string | undefined;
  reporter?: string | undefined;
  member?: string | undefined;
  playlist?: number | undefined;
}

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
    of: (["members", "playlists"] as const).find((known) => known === query.get("of")),
    member: account("member"),
    playlist: number("playlist"),
  };
}

/** The operator's role must have it (`requirePermission`). */
export const inquiryTabAct = (tab: InquiryTab) => `GET ${inquiriesPath}?tab=${tab}`;

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
  reset: "内容の取り消し",
};

export interface TimelineEntry {
  id: number;
  kind: CaseEntryKind;
  label: string;
  author: string;
  text: string;
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
  /** The sender's account. `isOtherAddress`: the sender typed another address. */
  account: { id: string; name: string; isOtherAddress: boolean } | null;
  timeline: TimelineEntry[];
}

export interface ReportView {
  id: number;
  reason: string;
  comment: string;
  /** The reported line, from 1, and how it began then; null for the whole track. */
  line: { number: number; quote: string } | null;
  reporter: { id: string; name: string } | null;
  at: string;
  outcome: string | null;
}

export interface CaseReportsView {
  openCount: number;
  closedCount: number;
  /** Time (ms) of the latest open report on this page. */
  seenAt: number;
  open: ReportView[];
  closed: ReportView[];
  wasReopened: boolean;
  timeline: TimelineEntry[];
}

export interface ReportCaseView extends CaseReportsView {
  track: {
    id: number;
    title: string;
    isVisible: boolean;
    isTakenDown: boolean;
    author: { id: string; name: string; isLockedOut: boolean; history: AuthorHistory | null };
  };
  /** Null for a track that its author has hidden: its own page shows it, and records the look. */
  evidence: ReportEvidence | null;
}

export interface SubjectCaseView extends CaseReportsView {
  subject: string;
  name: string;
  /** The reported member, or the playlist's owner. */
  member: { id: string; name: string; isLockedOut: boolean };
  profile: {
    id: string;
    picture: string | null;
    customUserId: string | null;
    parts: ModeratedPart[];
  } | null;
  playlist: ModeratedPlaylist | null;
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
