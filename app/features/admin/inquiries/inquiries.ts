import type { CaseEntryKind } from "#app/features/cases/cases.ts";
import type { MessageState } from "#app/features/contact/contact.ts";
import type { ReportOutcome } from "#app/features/reports/report.ts";

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
