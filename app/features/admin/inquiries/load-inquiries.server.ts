import { isLockedOut } from "#app/features/accounts/account.ts";
import type { CaseEntry } from "#app/features/cases/case-entries.server.ts";
import { messageState, messageStateLabels } from "#app/features/contact/contact.ts";
import {
  type ContactCase,
  countOpenContactMessages,
  findContactCasesByEmail,
  listContactCases,
} from "#app/features/contact/contact-messages.server.ts";
import { listReplyTemplates } from "#app/features/contact/reply-templates.server.ts";
import { fillReplyTemplate } from "#app/features/contact/reply-templates.ts";
import {
  countFailedEmails,
  countWaitingEmails,
  listFailedEmails,
} from "#app/features/mail/failed-emails.server.ts";
import { reasonLabels } from "#app/features/reports/report.ts";
import {
  type CaseReports,
  countOpenReportCases,
  listReportCases,
  type ReportCase,
} from "#app/features/reports/report-cases.server.ts";
import { listMemberCases, listPlaylistCases } from "#app/features/reports/subject-cases.server.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
import { readAuthorHistories } from "../evidence/author-history.server.ts";
import type { AuthorHistory, ReportEvidence } from "../evidence/evidence.ts";
import { readReportEvidence } from "../evidence/report-evidence.server.ts";
import {
  type ModeratedPart,
  type ModeratedPlaylist,
  partsOf,
  toModeratedPlaylist,
} from "../moderation/moderated.ts";
import {
  type InquiryFilter,
  inquiriesPerPage,
  maxInquiries,
  outcomeLabels,
  type TimelineEntry,
} from "./inquiries.ts";

const maxFound = 50;

export type MessageView = ReturnType<typeof toMessageView>;
export type CaseReportsView = ReturnType<typeof toCaseReportsView>;
export type ReportCaseView = ReturnType<typeof toReportCaseView>;
export type FailedEmailView = Awaited<ReturnType<typeof loadFailedEmails>>["cards"][number];

/** Of a member, with the profile, or of a playlist. */
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

export async function loadInquiries(filter: InquiryFilter, page: number) {
  const paging = { offset: (page - 1) * inquiriesPerPage, limit: inquiriesPerPage, maxTotal: maxInquiries };
  const [messages, reports, subjects, emails, open] = await Promise.all([
    filter.tab === "messages" ? loadMessages(filter, paging) : null,
    filter.tab === "reports" && !filter.of ? loadReports(filter, paging) : null,
    filter.tab === "reports" && filter.of ? loadSubjectReports(filter, paging) : null,
    filter.tab === "letters" ? loadFailedEmails(paging) : null,
    countOpen(),
  ]);
  return { messages, reports, subjects, emails, open };
}

async function countOpen() {
  const [messages, tracks, members, playlists, emails] = await Promise.all([
    countOpenContactMessages(),
    countOpenReportCases(maxInquiries),
    countOpenReportCases(maxInquiries, "member"),
    countOpenReportCases(maxInquiries, "playlist"),
    countFailedEmails(),
  ]);
  return { messages, reports: tracks + members + playlists, tracks, members, playlists, emails };
}

export async function searchMessages(email: string) {
  return (await findContactCasesByEmail(email, maxFound)).map(toMessageView);
}

type Paging = { offset: number; limit: number; maxTotal: number };

async function loadMessages({ messageState: state, id, user, template }: InquiryFilter, paging: Paging) {
  const [{ cases, total }, templates] = await Promise.all([
    listContactCases({ ...paging, state: state === "all" ? undefined : state, id, userId: user }),
    listReplyTemplates(),
  ]);
  const chosen = id === undefined ? undefined : templates.find((one) => one.id === template);
  const [message] = cases;
  return {
    cards: cases.map(toMessageView),
    total,
    templates: templates.map(({ id: templateId, title }) => ({ id: templateId, title })),
    draft:
      chosen && message ? { templateId: chosen.id, text: fillReplyTemplate(chosen.text, message) } : null,
  };
}

async function loadReports({ reportState, track, author, reporter }: InquiryFilter, paging: Paging) {
  const { cases, total } = await listReportCases({
    ...paging,
    state: reportState,
    trackId: track,
    posterId: author,
    reporterId: reporter,
  });
  const shown = cases.filter(({ track }) => !track.isHiddenByAuthor);
  const [evidence, histories] = await Promise.all([
    readReportEvidence(
      shown.map(({ track, reports }) => ({
        trackId: track.id,
        reported: reports.filter(({ handledAt }) => (handledAt === null) === (reportState === "open")),
      })),
    ),
    readAuthorHistories(
      cases.map(({ track }) => track.author.id),
      new Date(),
    ),
  ]);
  const cards = cases.map((one) =>
    toReportCaseView(one, {
      evidence: evidence.get(one.track.id) ?? null,
      history: histories.get(one.track.author.id) ?? null,
    }),
  );
  return { cards, total };
}

async function loadSubjectReports(filter: InquiryFilter, paging: Paging) {
  const { reportState: state, author, member: memberId, playlist: playlistId } = filter;
  if (filter.of === "members") {
    const { cases, total } = await listMemberCases({ ...paging, state, memberId });
    const cards = cases.map(({ member, ...reports }): SubjectCaseView => {
      const { id, name, picture, customUserId, state: accountState } = member;
      return {
        subject: `member:${id}`,
        name,
        member: { id, name, isLockedOut: isLockedOut(accountState) },
        profile: { id, picture, customUserId, parts: partsOf(member) },
        playlist: null,
        ...toCaseReportsView(reports),
      };
    });
    return { cards, total };
  }
  const { cases, total } = await listPlaylistCases({ ...paging, state, playlistId, ownerId: author });
  const cards = cases.map(
    ({ playlist, owner, ...reports }): SubjectCaseView => ({
      subject: `playlist:${playlist.id}`,
      name: playlist.name,
      member: { id: owner.id, name: owner.name, isLockedOut: isLockedOut(owner.state) },
      profile: null,
      playlist: toModeratedPlaylist(playlist),
      ...toCaseReportsView(reports),
    }),
  );
  return { cards, total };
}

async function loadFailedEmails(paging: Paging) {
  const [{ emails, total }, waiting] = await Promise.all([listFailedEmails(paging), countWaitingEmails()]);
  const cards = emails.map(({ createdAt, ...email }) => ({ ...email, createdAt: formatDateTime(createdAt) }));
  return { cards, total, waiting };
}

function toMessageView(message: ContactCase) {
  const { id, version, name, email, subject, createdAt, handledAt, account, entries } = message;
  const state = messageState(message);
  return {
    id,
    version,
    state,
    stateLabel: messageStateLabels[state],
    name,
    email,
    subject,
    message: message.message,
    receivedAt: formatDateTime(createdAt),
    handledAt: handledAt && formatDateTime(handledAt),
    wasReopened: state === "open" && entries.some(({ kind }) => kind === "reopen"),
    account: account && {
      id: account.id,
      name: account.name,
      /** The sender typed another address. */
      isOtherAddress: account.email.toLowerCase() !== email.toLowerCase(),
    },
    timeline: entries.map((entry) => toTimelineEntry(entry, "message")),
  };
}

/** `evidence`: null for a track that its author has hidden: its own page shows it, and records the look. */
function toReportCaseView(
  { track, ...reports }: ReportCase,
  { evidence, history }: { evidence: ReportEvidence | null; history: AuthorHistory | null },
) {
  const { author } = track;
  return {
    track: {
      id: track.id,
      title: track.title,
      isVisible: track.isVisible,
      isTakenDown: track.isTakenDown,
      author: {
        id: author.id,
        name: author.name,
        isLockedOut: isLockedOut(author.state),
        history,
      },
    },
    evidence,
    ...toCaseReportsView(reports),
  };
}

function toCaseReportsView(found: CaseReports) {
  const { openCount, closedCount, latestOpenAt, reports, entries } = found;
  const views = reports.map(
    ({ id, reason, comment, line, quote, reporter, createdAt, handledAt, outcome }) => ({
      id,
      reason: reasonLabels[reason],
      comment,
      /** The reported line, from 1, and how it began then; null for the whole track. */
      line: line === null ? null : { number: line + 1, quote },
      reporter,
      at: formatDateTime(createdAt),
      outcome: handledAt && `${outcomeLabels[outcome ?? "none"]}（${formatDateTime(handledAt)}）`,
      isOpen: handledAt === null,
    }),
  );
  return {
    openCount,
    closedCount,
    /** Time (ms) of the latest open report on this page. */
    seenAt: latestOpenAt?.getTime() ?? 0,
    open: views.filter(({ isOpen }) => isOpen),
    closed: views.filter(({ isOpen }) => !isOpen),
    wasReopened: openCount > 0 && entries.some(({ kind }) => kind === "reopen"),
    timeline: entries.map((entry) => toTimelineEntry(entry, "report")),
  };
}

function toTimelineEntry(entry: CaseEntry, of: "message" | "report"): TimelineEntry {
  const { id, kind, author, text, createdAt } = entry;
  return { id, kind, author, text, at: formatDateTime(createdAt), label: entryLabel(entry, of) };
}

function entryLabel({ kind, outcome }: CaseEntry, of: "message" | "report"): string {
  if (kind === "reply") return "返信を送りました";
  if (kind === "note") return "メモ";
  if (kind === "reopen") return "もう一度、未対応にしました";
  if (of === "message") return "対応済みにしました";
  const label =
    outcome && outcome in outcomeLabels
      ? Object.entries(outcomeLabels).find(([key]) => key === outcome)?.[1]
      : null;
  return `報告を閉じました：${label ?? outcomeLabels.none}`;
}
