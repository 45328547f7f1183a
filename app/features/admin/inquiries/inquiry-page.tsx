import { Form, Link } from "react-router";
import { isPermitted } from "#app/features/audit/operator-roles.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { TextField } from "#app/ui/form/field.tsx";
import { type FormResult, firstMessage, submittedValue } from "#app/ui/form/form-result.ts";
import { LinkTabs } from "#app/ui/link-tabs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useOperatorRole } from "../console-data.ts";
import { AdminPage } from "../parts/admin-page.tsx";
import { BulkForm } from "../parts/bulk-form.tsx";
import { hrefOfPage, Pager } from "../parts/pager.tsx";
import { repliesPath } from "../replies/replies-screen.tsx";
import { FailedEmailList } from "./failed-email-list.tsx";
import {
  type InquiryFilter,
  inquiriesHref,
  inquiriesPath,
  inquiryTabAct,
  type MessageView,
} from "./inquiries.ts";
import type { loadInquiries } from "./load-inquiries.server.ts";
import { MessageCard } from "./message-card.tsx";
import { ReasonField, ReportCard } from "./report-card.tsx";

interface InquiryPageProps extends Awaited<ReturnType<typeof loadInquiries>> {
  filter: InquiryFilter;
  page: number;
  formResult: FormResult | undefined;
  /** Messages of an address that was searched for. */
  searched: { email: string; messages: MessageView[] } | null;
}

/** Messages, reports and emails that were not delivered: one tab each, with how much of it is open. */
export function InquiryPage(props: InquiryPageProps) {
  const { filter, page, messages, reports, emails, open, formResult, searched } = props;
  const role = useOperatorRole();
  const query = queryOf(filter);
  const hrefOf = hrefOfPage(inquiriesPath, query);
  const action = hrefOf(page);
  const pager = (total: number) => <Pager page={page} total={total} hrefOf={hrefOf} />;
  const listProps = { filter, action, formResult };
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
      {isUnshown(formResult, props) && formResult && (
        <Notice tone="error" title={firstMessage(formResult)} className="mb-4" />
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
      {emails && (
        <>
          <FailedEmailList emails={emails.cards} {...emails} action={action} formResult={formResult} />
          {emails.total > 0 && pager(emails.total)}
        </>
      )}
    </AdminPage>
  );
}

/** The filter as it stands in addresses. */
function queryOf({ tab, messageState, reportState, ...narrowed }: InquiryFilter): URLSearchParams {
  const state = tab === "messages" ? messageState : tab === "reports" ? reportState : undefined;
  const href = inquiriesHref({ tab, ...(state && { state }), ...narrowed });
  return new URLSearchParams(href.slice(href.indexOf("?")));
}

/** Whether a refused form's card is on this page no more, so that nothing else would show why. */
function isUnshown(
  formResult: FormResult | undefined,
  { messages, reports, emails }: InquiryPageProps,
): boolean {
  const typed = formResult?.result.initialValue;
  if (!typed) return formResult !== undefined;
  if (typeof typed.trackId === "string")
    return !reports?.cards.some(
      ({ track, seenAt }) =>
        String(track.id) === typed.trackId && (typed.seenAt === undefined || typed.seenAt === String(seenAt)),
    );
  if (typeof typed.id !== "string") return false;
  const shown = [...(messages?.cards ?? []), ...(emails?.cards ?? [])];
  return (
    !shown.some(({ id }) => String(id) === typed.id) ||
    typed.intent === "message-handle" ||
    typed.intent === "message-reopen"
  );
}

interface ListProps {
  filter: InquiryFilter;
  action: string;
  formResult: FormResult | undefined;
  total: number;
  children: React.ReactNode;
}

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

/** Says to what the list is narrowed, with the way back to all. */
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
              confirmLabel: "対応済みにする",
            },
          ]}
        />
      )}
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

/** The search by the sender's address, which is posted: an address of a person does not belong into that of a page. */
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
      <States
        label="状態"
        states={(["open", "closed"] as const).map((state) => ({
          to: inquiriesHref({ tab: "reports", state, track, author, reporter }),
          label: state === "open" ? "未対応" : "対応済み",
          isCurrent: state === current,
        }))}
      />
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
              confirmLabel: "閉じる",
            },
            {
              intent: "reports-take-down",
              label: "公開停止にして閉じる",
              icon: "eye-off",
              title: "選択した音声を、公開停止にしますか？",
              text: "投稿者のほかは見られなくなります。あとで解除できます。",
              fields: <ReasonField values={reasonValues} formResult={formResult} />,
              confirmLabel: "公開停止にする",
            },
          ]}
        />
      )}
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
      {cards.length === 0 && (
        <EmptyState
          icon="flag"
          title={current === "open" ? "未対応の報告はありません" : "閉じた報告はありません"}
        />
      )}
      {total > 0 && children}
    </>
  );
}
