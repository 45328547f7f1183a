import { Form, Link } from "react-router";
import { isPermitted } from "#app/features/audit/operator-roles.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { TextField } from "#app/ui/form/field.tsx";
import { type FormResult, firstMessage, submittedValue } from "#app/ui/form/form-result.ts";
import { LinkTabs } from "#app/ui/link-tabs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { AllMatching } from "../bulk/all-matching.tsx";
import type { BulkRun } from "../bulk/bulk-run.ts";
import { BulkRunNotices } from "../bulk/bulk-run-notices.tsx";
import { useOperatorRole } from "../console-data.ts";
import { AdminPage } from "../parts/admin-page.tsx";
import { BulkForm } from "../parts/bulk-form.tsx";
import { LiveRefresh } from "../parts/live-refresh.tsx";
import { hrefOfPage, Pager } from "../parts/pager.tsx";
import { repliesPath } from "../replies/replies-screen.tsx";
import { ReasonField } from "./case-timeline.tsx";
import { FailedEmailList } from "./failed-email-list.tsx";
import {
  type InquiryFilter,
  inquiriesHref,
  inquiriesPath,
  inquiryTabAct,
  type MessageView,
  maxInquiries,
  reportSubjects,
  type SubjectCaseView,
} from "./inquiries.ts";
import type { loadInquiries } from "./load-inquiries.server.ts";
import { MessageCard } from "./message-card.tsx";
import { ReportCard } from "./report-card.tsx";
import { SubjectReportCard } from "./subject-reports.tsx";

interface InquiryPageProps extends Awaited<ReturnType<typeof loadInquiries>> {
  filter: InquiryFilter;
  page: number;
  formResult: FormResult | undefined;
  searched: { email: string; messages: MessageView[] } | null;
  /** ms. */
  listedAt: number;
  runs: readonly BulkRun[];
}

export function InquiryPage(props: InquiryPageProps) {
  const { filter, page, messages, reports, subjects, emails, open, formResult, searched, listedAt, runs } =
    props;
  const role = useOperatorRole();
  const query = queryOf(filter);
  const hrefOf = hrefOfPage(inquiriesPath, query);
  const action = hrefOf(page);
  const pager = (total: number) => <Pager page={page} total={total} hrefOf={hrefOf} />;
  const listProps = { filter, action, formResult, listedAt };
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
      <BulkRunNotices runs={runs} formResult={formResult} />
      {isUnshown(formResult, props) && formResult && (
        <Notice tone="error" title={firstMessage(formResult)} className="mb-4" />
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
        <Messages {...listProps} {...messages} searched={searched}>
          {pager(messages.total)}
        </Messages>
      )}
      {reports && (
        <Reports {...listProps} {...reports}>
          {pager(reports.total)}
        </Reports>
      )}
      {subjects && (
        <SubjectReports {...listProps} {...subjects}>
          {pager(subjects.total)}
        </SubjectReports>
      )}
      {emails && (
        <>
          <FailedEmailList emails={emails.cards} {...emails} action={action} formResult={formResult} />
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
  formResult: FormResult | undefined,
  { filter, messages, reports, subjects, emails }: InquiryPageProps,
): boolean {
  const typed = formResult?.result.initialValue;
  if (!typed) return formResult !== undefined;
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

interface ListProps {
  filter: InquiryFilter;
  action: string;
  formResult: FormResult | undefined;
  listedAt: number;
  total: number;
  children: React.ReactNode;
}

/** Of all that match the list, with when it was read. */
const AllOf = ({
  name,
  total,
  noun,
  formResult,
}: Pick<ListProps, "total" | "formResult"> & { name: string; noun: string }) => (
  <AllMatching
    name={name}
    count={total}
    isMore={total >= maxInquiries}
    noun={noun}
    unit="件"
    formResult={formResult}
  />
);

const ListedAt = ({ form, at }: { form: string; at: number }) => (
  <input type="hidden" form={form} name="listedAt" value={at} />
);

function States({
  states,
  label,
}: {
  states: { to: string; label: string; isCurrent: boolean }[];
  label: string;
}) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-2 pb-4">
      {states.map(({ to, label: text, isCurrent }) => (
        <Link
          key={to}
          to={to}
          aria-current={isCurrent ? "page" : undefined}
          className={classNames(
            "inline-flex min-h-11 items-center rounded-full border px-4 text-sm",
            isCurrent
              ? "border-accent bg-voice-a-tint font-bold text-voice-a"
              : "border-line-strong/60 hover:bg-sunken",
          )}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}

function Narrowed({ to, children }: { to: string; children: React.ReactNode }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 pb-4 text-sm">
      <span className="wrap-anywhere">{children}</span>
      <Link to={to} className="inline-flex min-h-11 items-center text-accent underline">
        絞り込みを解除
      </Link>
    </p>
  );
}

const messagesSelection = "messages";

function Messages({
  filter,
  action,
  formResult,
  cards,
  templates,
  draft,
  total,
  searched,
  listedAt,
  children,
}: ListProps & NonNullable<InquiryPageProps["messages"]> & Pick<InquiryPageProps, "searched">) {
  const { messageState: current, id, user } = filter;
  const shown = searched?.messages ?? cards;
  const isNarrowed = id !== undefined || user !== undefined;
  return (
    <>
      <SearchForm action={action} formResult={formResult} searched={searched} />
      <p className="pb-2 text-sm">
        <Link to={repliesPath} className="inline-flex min-h-11 items-center text-accent underline">
          返信のひな形
        </Link>
      </p>
      {searched && (
        <Narrowed to={inquiriesHref({ tab: "messages" })}>
          {searched.email} からのお問い合わせ {searched.messages.length}件（新しい50件まで）
        </Narrowed>
      )}
      {!searched && isNarrowed && (
        <Narrowed to={inquiriesHref({ tab: "messages" })}>
          {id !== undefined ? `お問い合わせ #${id}` : `会員 ${user} からのお問い合わせ`}
        </Narrowed>
      )}
      {!searched && !isNarrowed && (
        <States
          label="状態"
          states={(["open", "answered", "handled", "all"] as const).map((state) => ({
            to: inquiriesHref({ tab: "messages", state }),
            label: { open: "未対応", answered: "返信済み", handled: "対応済み", all: "すべて" }[state],
            isCurrent: state === current,
          }))}
        />
      )}
      {!searched && shown.some(({ state }) => state === "open") && (
        <BulkForm
          id={messagesSelection}
          action={action}
          formResult={formResult}
          actions={[
            {
              intent: "messages-handle",
              label: "選択を対応済みにする",
              icon: "check",
              title: "選択したお問い合わせを、対応済みにしますか？",
              text: "メールは送りません。あとで未対応に戻せます。",
              fields: current === "open" && id === undefined && (
                <AllOf name="handle-all" noun="お問い合わせ" total={total} formResult={formResult} />
              ),
              confirmLabel: "対応済みにする",
            },
          ]}
        />
      )}
      <ListedAt form={messagesSelection} at={listedAt} />
      <div className="space-y-4">
        {shown.map((message) => (
          <MessageCard
            key={message.id}
            message={message}
            action={action}
            formResult={formResult}
            templates={templates}
            draft={searched ? null : draft}
            {...(!searched && { selection: messagesSelection })}
          />
        ))}
      </div>
      {shown.length === 0 && (
        <EmptyState
          icon="mail"
          title={
            current === "open" && !searched
              ? "未対応のお問い合わせはありません"
              : "お問い合わせは見つかりませんでした"
          }
        />
      )}
      {!searched && total > 0 && children}
    </>
  );
}

/** Posted: a person's email address must not appear in a page's address. */
function SearchForm({
  action,
  formResult,
  searched,
}: Pick<InquiryPageProps, "formResult" | "searched"> & { action: string }) {
  const own = formResult?.result.initialValue?.intent === "message-search" ? formResult : undefined;
  return (
    <Form method="post" action={action} noValidate className="flex items-end gap-2 pb-4">
      <input type="hidden" name="intent" value="message-search" />
      <div className="min-w-0 flex-1 rail:max-w-md">
        <TextField
          name="email"
          type="search"
          inputMode="email"
          label="送信者のメールアドレスで探す"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={searched?.email ?? submittedValue(own, "email") ?? ""}
          errors={own?.result.error?.email ?? undefined}
        />
      </div>
      <Button variant="quiet" icon="search" className="min-h-12">
        探す
      </Button>
    </Form>
  );
}

const reportsSelection = "reports";

function Reports({
  filter,
  action,
  formResult,
  cards,
  total,
  listedAt,
  children,
}: ListProps & { cards: NonNullable<InquiryPageProps["reports"]>["cards"] }) {
  const { reportState: current, track, author, reporter } = filter;
  const narrowed =
    track !== undefined
      ? `音声 #${track} への報告`
      : author !== undefined
        ? `会員 ${author} の音声への報告`
        : reporter !== undefined
          ? `会員 ${reporter} が報告した音声`
          : null;
  const reasonValues = { intent: "reports-take-down" };
  return (
    <>
      {narrowed && <Narrowed to={inquiriesHref({ tab: "reports" })}>{narrowed}</Narrowed>}
      <ReportStates filter={filter} />
      {current === "open" && cards.length > 0 && (
        <BulkForm
          id={reportsSelection}
          action={action}
          formResult={formResult}
          actions={[
            {
              intent: "reports-close",
              label: "対応なしで閉じる",
              icon: "check",
              title: "選択した音声の報告を、対応なしで閉じますか？",
              text: "報告した会員には、公開を続けることを通知します。あとで未対応に戻せます。",
              fields: <AllOf name="close-all" noun="報告された音声" total={total} formResult={formResult} />,
              confirmLabel: "閉じる",
            },
            {
              intent: "reports-take-down",
              label: "公開停止にして閉じる",
              icon: "eye-off",
              title: "選択した音声を、公開停止にしますか？",
              text: "投稿者のほかは見られなくなります。あとで解除できます。",
              fields: (
                <>
                  <AllOf name="take-down-all" noun="報告された音声" total={total} formResult={formResult} />
                  <ReasonField values={reasonValues} formResult={formResult} />
                </>
              ),
              confirmLabel: "公開停止にする",
            },
          ]}
        />
      )}
      <ListedAt form={reportsSelection} at={listedAt} />
      <div className="space-y-4">
        {cards.map((reported) => (
          <ReportCard
            key={reported.track.id}
            reported={reported}
            action={action}
            formResult={formResult}
            selection={reportsSelection}
          />
        ))}
      </div>
      {cards.length === 0 && <NoReports state={current} />}
      {total > 0 && children}
    </>
  );
}

function SubjectReports({
  filter,
  action,
  formResult,
  cards,
  total,
  children,
}: ListProps & { cards: readonly SubjectCaseView[] }) {
  const { of, reportState: current, author, member, playlist } = filter;
  const narrowed =
    member !== undefined
      ? `会員 ${member} への報告`
      : playlist !== undefined
        ? `プレイリスト #${playlist} への報告`
        : author !== undefined
          ? `会員 ${author} のプレイリストへの報告`
          : null;
  return (
    <>
      {narrowed && <Narrowed to={inquiriesHref({ tab: "reports", of })}>{narrowed}</Narrowed>}
      <ReportStates filter={filter} />
      <div className="space-y-4">
        {cards.map((reported) => (
          <SubjectReportCard
            key={reported.subject}
            reported={reported}
            action={action}
            formResult={formResult}
          />
        ))}
      </div>
      {cards.length === 0 && <NoReports state={current} />}
      {total > 0 && children}
    </>
  );
}

function ReportStates({ filter }: { filter: InquiryFilter }) {
  const { of, track, author, reporter, member, playlist, reportState } = filter;
  return (
    <States
      label="状態"
      states={(["open", "closed"] as const).map((state) => ({
        to: inquiriesHref({ tab: "reports", of, state, track, author, reporter, member, playlist }),
        label: state === "open" ? "未対応" : "対応済み",
        isCurrent: state === reportState,
      }))}
    />
  );
}

const NoReports = ({ state }: { state: InquiryFilter["reportState"] }) => (
  <EmptyState icon="flag" title={state === "open" ? "未対応の報告はありません" : "閉じた報告はありません"} />
);
