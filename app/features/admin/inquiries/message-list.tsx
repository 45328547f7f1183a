import { Form, Link } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { TextField } from "#app/ui/form/field.tsx";
import { submittedValue } from "#app/ui/form/form-result.ts";
import { BulkForm } from "../parts/bulk-form.tsx";
import { useRefusedForm } from "../parts/refused-form.ts";
import { repliesPath } from "../replies/replies-screen.tsx";
import { inquiriesHref } from "./inquiries.ts";
import { AllOf, type InquiryListProps, Narrowed, SeenAt, States } from "./inquiry-list.tsx";
import type { loadInquiries, MessageView } from "./load-inquiries.server.ts";
import { MessageCard } from "./message-card.tsx";

/** The open messages of one sender's address. */
export interface SearchedMessages {
  email: string;
  messages: MessageView[];
}

type LoadedMessages = NonNullable<Awaited<ReturnType<typeof loadInquiries>>["messages"]>;

const messagesSelection = "messages";

export function MessageList({
  filter,
  action,
  cards,
  templates,
  draft,
  total,
  searched,
  seenAt,
  children,
}: InquiryListProps & LoadedMessages & { searched: SearchedMessages | null }) {
  const { messageState: current, id, user } = filter;
  const shown = searched?.messages ?? cards;
  const isNarrowed = id !== undefined || user !== undefined;
  return (
    <>
      <SearchForm action={action} searched={searched} />
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
          actions={[
            {
              intent: "messages-handle",
              label: "選択を対応済みにする",
              icon: "check",
              title: "選択したお問い合わせを、対応済みにしますか？",
              text: "メールは送りません。あとで未対応に戻せます。",
              fields: current === "open" && id === undefined && (
                <AllOf name="handle-all" noun="お問い合わせ" total={total} />
              ),
              confirmLabel: "対応済みにする",
            },
          ]}
        />
      )}
      <SeenAt form={messagesSelection} at={seenAt} />
      <div className="space-y-4">
        {shown.map((message) => (
          <MessageCard
            key={message.id}
            message={message}
            action={action}
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
  searched,
}: Pick<InquiryListProps, "action"> & { searched: SearchedMessages | null }) {
  const refused = useRefusedForm({ intent: "message-search" });
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
          defaultValue={searched?.email ?? submittedValue(refused, "email") ?? ""}
          errors={refused?.result.error?.email ?? undefined}
        />
      </div>
      <Button variant="quiet" icon="search" className="min-h-12">
        探す
      </Button>
    </Form>
  );
}
