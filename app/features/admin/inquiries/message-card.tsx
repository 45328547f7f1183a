import { Form, Link } from "react-router";
import { maxReplyLength } from "#app/features/cases/cases.ts";
import { withHonorific } from "#app/lib/honorific.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { TextAreaField } from "#app/ui/form/field.tsx";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { Notice } from "#app/ui/notice.tsx";
import { ConfirmForm } from "../parts/confirm-form.tsx";
import { HiddenFields } from "../parts/console-form.tsx";
import { useRefusedForm } from "../parts/refused-form.ts";
import { StatusBadge } from "../parts/status-badge.tsx";
import { TemplateLinks } from "../replies/template-links.tsx";
import { CaseTimeline, NoteForm, SelectBox } from "./case-timeline.tsx";
import { inquiriesHref } from "./inquiries.ts";
import type { MessageView } from "./load-inquiries.server.ts";

interface MessageCardProps {
  message: MessageView;
  action: string;
  templates: readonly { id: number; title: string }[];
  /** A chosen template fills the reply. */
  draft: { templateId: number; text: string } | null;
  /** Id of the form that acts on selected cards; absent where none can be selected. */
  selection?: string;
}

export function MessageCard(props: MessageCardProps) {
  const { message, action, selection } = props;
  const { id, version, name, subject, state, handledAt } = message;
  const about = `#${id} ${subject}`;
  const values = { id, seen: version };
  return (
    <Card as="article" aria-labelledby={`message-${id}`} className="space-y-4">
      <div className="flex items-start gap-3">
        {selection && state === "open" && (
          <SelectBox
            formId={selection}
            value={`${id}.${version}`}
            label={`${about}（${withHonorific(name)}）を選択`}
          />
        )}
        <div className="min-w-0 flex-1 space-y-1">
          <div className="flex flex-wrap items-center gap-2">
            <StatusBadge status={state === "open" ? "waiting" : "good"}>{message.stateLabel}</StatusBadge>
            {message.wasReopened && <Badge>再開</Badge>}
            <span className="text-xs text-muted tabular-nums">
              {message.receivedAt}
              {handledAt && ` → ${handledAt}`}
            </span>
          </div>
          <h2 id={`message-${id}`} className="text-base">
            <Link to={inquiriesHref({ tab: "messages", id })} className="hover:underline">
              {about}
            </Link>
          </h2>
          <Sender message={message} />
        </div>
      </div>
      <p className="whitespace-pre-wrap wrap-anywhere">{message.message}</p>
      <CaseTimeline entries={message.timeline} />
      <ReplyForm {...props} key={props.draft?.templateId} />
      <div className="flex flex-wrap gap-2">
        {state === "open" ? (
          <ConfirmForm
            action={action}
            values={{ intent: "message-handle", ...values }}
            label="返信せずに対応済みにする"
            ariaLabel={`返信せずに対応済みにする：${about}`}
            icon="check"
            title="対応済みにしますか？"
            text="メールは送りません。あとで未対応に戻せます。"
            confirmLabel="対応済みにする"
          />
        ) : (
          <ConfirmForm
            action={action}
            values={{ intent: "message-reopen", ...values }}
            label="未対応に戻す"
            ariaLabel={`未対応に戻す：${about}`}
            icon="refresh"
            title="未対応に戻しますか？"
            text="送ったお返事は、そのまま残ります。"
            confirmLabel="未対応に戻す"
          />
        )}
        <NoteForm action={action} values={{ intent: "message-note", id }} about={about} />
      </div>
    </Card>
  );
}

function Sender({ message: { name, email, account } }: { message: MessageView }) {
  return (
    <p className="text-sm text-muted wrap-anywhere">
      {withHonorific(name)} &lt;{email}&gt;
      {account ? (
        <>
          {" ・ "}
          <Link
            to={`/admin/users/${account.id}`}
            className="inline-flex min-h-11 items-center text-accent underline"
          >
            会員 {account.name}
          </Link>
          {account.isOtherAddress && (
            <span className="block text-danger">
              会員の登録アドレスとは違うアドレスです。お返事する前に、ご本人かどうかを確かめてください。
            </span>
          )}
        </>
      ) : (
        " ・ ログインしていない方"
      )}
    </p>
  );
}

function ReplyForm({ message, action, templates, draft }: MessageCardProps) {
  const { id, version, state, email, name } = message;
  const intent = "message-reply";
  const refused = useRefusedForm({ intent, id });
  const { form, fields, field, isSubmitting, error } = useFormPost<{ text: string }>({
    id: `reply-${id}`,
    action,
    intent,
    formResult: refused,
    defaultValue: { text: draft?.text ?? "" },
  });
  const label = state === "open" ? "返信する" : "もう一度返信する";
  return (
    <details
      open={refused !== undefined || draft !== null || undefined}
      className="rounded-card border border-line"
    >
      <summary className="flex min-h-11 cursor-pointer items-center px-4 text-sm font-bold text-accent">
        {label}
      </summary>
      <Form {...form} preventScrollReset className="space-y-4 px-4 pb-4">
        <TemplateLinks
          templates={templates}
          chosenId={draft?.templateId}
          hrefOf={(template) => inquiriesHref({ tab: "messages", id, template })}
        />
        {error && (
          <Notice tone="error" title={error}>
            入力した内容は、このページに残っています。
          </Notice>
        )}
        <HiddenFields values={{ intent, id, seen: version }} />
        <TextAreaField
          {...field(fields.text)}
          label="お返事"
          help={`${withHonorific(name)}（${email}）にメールで届きます。宛名と、いただいたお問い合わせの引用が付きます。`}
          counter={{ max: maxReplyLength }}
          rows={6}
        />
        <Button icon="mail" busy={isSubmitting} busyLabel="送信しています">
          返信を送る
        </Button>
      </Form>
    </details>
  );
}
