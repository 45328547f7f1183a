import { isPermitted } from "#app/features/audit/operator-roles.ts";
import { type FormResult, firstMessage } from "#app/ui/form/form-result.ts";
import { LinkTabs } from "#app/ui/link-tabs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { BulkRun } from "../bulk/bulk-run.ts";
import { BulkRunNotices } from "../bulk/bulk-run-notices.tsx";
import { useOperatorRole } from "../console-data.ts";
import { AdminPage } from "../parts/admin-page.tsx";
import { LiveRefresh } from "../parts/live-refresh.tsx";
import { hrefOfPage, Pager } from "../parts/pager.tsx";
import { useRefusedForm } from "../parts/refused-form.ts";
import { FailedEmailList } from "./failed-email-list.tsx";
import {
  type InquiryFilter,
  inquiriesHref,
  inquiriesPath,
  inquiryTabAct,
  reportSubjects,
} from "./inquiries.ts";
import { States } from "./inquiry-list.tsx";
import type { loadInquiries, SubjectCaseView } from "./load-inquiries.server.ts";
import { MessageList, type SearchedMessages } from "./message-list.tsx";
import { ReportList, SubjectReportList } from "./report-list.tsx";

interface InquiryPageProps extends Awaited<ReturnType<typeof loadInquiries>> {
  filter: InquiryFilter;
  page: number;
  searched: SearchedMessages | null;
  /** ms. */
  seenAt: number;
  runs: readonly BulkRun[];
}

export function InquiryPage(props: InquiryPageProps) {
  const { filter, page, messages, reports, subjects, emails, open, searched, seenAt, runs } = props;
  const role = useOperatorRole();
  const refused = useRefusedForm();
  const query = queryOf(filter);
  const hrefOf = hrefOfPage(inquiriesPath, query);
  const action = hrefOf(page);
  const pager = (total: number) => <Pager page={page} total={total} hrefOf={hrefOf} />;
  const listProps = { filter, action, seenAt };
  const count = (number: number) => (number > 0 ? `（${number.toLocaleString("ja-JP")}）` : "");
  return (
    <AdminPage title="お問い合わせ・報告">
      <LinkTabs
        label="種類"
        className="mb-5"
        tabs={[
          { tab: "messages" as const, label: `お問い合わせ${count(open.messages)}` },
          { tab: "reports" as const, label: `報告${count(open.reports)}` },
          { tab: "letters" as const, label: `届かないメール${count(open.emails)}` },
        ]
          .filter(({ tab }) => isPermitted({ role }, inquiryTabAct(tab)))
          .map(({ tab, label }) => ({ to: inquiriesHref({ tab }), label, isCurrent: tab === filter.tab }))}
      />
      {runs.some(({ finishedAt }) => finishedAt === null) && <LiveRefresh seconds={3} />}
      <BulkRunNotices runs={runs} />
      {refused && isUnshown(refused, props) && (
        <Notice tone="error" title={firstMessage(refused)} className="mb-4" />
      )}
      {filter.tab === "reports" && (
        <States
          label="報告されたもの"
          states={(["tracks", "members", "playlists"] as const).map((subject) => ({
            to: inquiriesHref({ tab: "reports", of: subject === "tracks" ? undefined : subject }),
            label: reportSubjects[subject] + count(open[subject]),
            isCurrent: subject === (filter.of ?? "tracks"),
          }))}
        />
      )}
      {messages && (
        <MessageList {...listProps} {...messages} searched={searched}>
          {pager(messages.total)}
        </MessageList>
      )}
      {reports && (
        <ReportList {...listProps} {...reports}>
          {pager(reports.total)}
        </ReportList>
      )}
      {subjects && (
        <SubjectReportList {...listProps} {...subjects}>
          {pager(subjects.total)}
        </SubjectReportList>
      )}
      {emails && (
        <>
          <FailedEmailList emails={emails.cards} {...emails} action={action} />
          {emails.total > 0 && pager(emails.total)}
        </>
      )}
    </AdminPage>
  );
}

function queryOf({ tab, messageState, reportState, ...narrowed }: InquiryFilter): URLSearchParams {
  const state = tab === "messages" ? messageState : tab === "reports" ? reportState : undefined;
  const href = inquiriesHref({ tab, ...(state && { state }), ...narrowed });
  return new URLSearchParams(href.slice(href.indexOf("?")));
}

/** Whether no card on this page would show why the form was refused. */
function isUnshown(
  { result }: FormResult,
  { filter, messages, reports, subjects, emails }: InquiryPageProps,
): boolean {
  const typed = result.initialValue;
  if (!typed) return true;
  if (typeof typed.trackId === "string")
    return !reports?.cards.some(
      ({ track, seenAt }) =>
        String(track.id) === typed.trackId && (typed.seenAt === undefined || typed.seenAt === String(seenAt)),
    );
  if (filter.of) return !isFormOfCard(typed, subjects?.cards ?? []);
  if (typeof typed.id !== "string") return false;
  const shown = [...(messages?.cards ?? []), ...(emails?.cards ?? [])];
  return (
    !shown.some(({ id }) => String(id) === typed.id) ||
    typed.intent === "message-handle" ||
    typed.intent === "message-reopen"
  );
}

/** Whether a shown card belongs to the form, in its present state. */
function isFormOfCard(typed: Record<string, unknown>, cards: readonly SubjectCaseView[]): boolean {
  const subject =
    typed.subject ?? (typed.playlistId === undefined ? `member:${typed.id}` : `playlist:${typed.playlistId}`);
  return cards.some(
    (card) =>
      card.subject === subject && (typed.seenAt === undefined || typed.seenAt === String(card.seenAt)),
  );
}
