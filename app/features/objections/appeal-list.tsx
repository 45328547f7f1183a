import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { TextAreaField } from "#app/ui/form/field.tsx";
import { type FormResult, formResultFor } from "#app/ui/form/form-result.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import { appealPath, maxObjectionLengths, objectionDueDays, objectionMessages } from "./objection.ts";

interface Appeal {
  id: number;
  isOpen: boolean;
  isFinal: boolean;
  entries: { id: number; isOwn: boolean; text: string; at: string }[];
}

interface AppealListProps {
  takedowns: {
    kind: "track" | "playlist";
    id: number;
    title: string;
    reason: string | null;
    appeal: Appeal | null;
  }[];
  formResult: FormResult | undefined;
}

export function AppealList({ takedowns, formResult }: AppealListProps) {
  return (
    <Page
      title="異議の申し立て"
      lead="運営が公開を停止した、あなたの音声とプレイリストです。納得できないときは、理由を添えて見直しを求めることができます。"
      back={{ to: "/profile?tab=my-tracks", label: "投稿した音声" }}
    >
      {takedowns.length === 0 ? (
        <EmptyState icon="check" title="公開を停止されたものはありません" />
      ) : (
        <div className="space-y-5">
          {takedowns.map(({ kind, id, title, reason, appeal }) => (
            <Card as="section" key={`${kind} ${id}`} className="space-y-4">
              <h2 className="text-base wrap-anywhere">{title}</h2>
              {reason && <p className="text-sm whitespace-pre-wrap wrap-anywhere">理由：{reason}</p>}
              <Entries entries={appeal?.entries ?? []} />
              {appeal?.isFinal ? (
                <p className="text-sm text-muted">この公開停止についての異議には、お答えしました。</p>
              ) : (
                <AppealForm
                  name={appeal ? "id" : kind}
                  value={appeal?.id ?? id}
                  isOpen={appeal?.isOpen ?? false}
                  formResult={formResult}
                  key={appeal?.entries.length}
                />
              )}
            </Card>
          ))}
        </div>
      )}
    </Page>
  );
}

function Entries({ entries }: Pick<Appeal, "entries">) {
  if (entries.length === 0) return null;
  return (
    <ol className="space-y-3 text-sm">
      {entries.map(({ id, isOwn, text, at }) => (
        <li key={id} className={classNames("rounded-card p-3", isOwn ? "bg-sunken" : "bg-voice-a-tint")}>
          <p className="flex flex-wrap gap-x-2 text-xs text-muted">
            <span className="font-bold text-ink">{isOwn ? "あなたの異議" : "運営からのお返事"}</span>
            <span className="tabular-nums">{at}</span>
          </p>
          <p className="pt-1 whitespace-pre-wrap wrap-anywhere">{text}</p>
        </li>
      ))}
    </ol>
  );
}

interface AppealFormProps extends Pick<AppealListProps, "formResult"> {
  /** Of the hidden field: a case, or what was taken down without one. */
  name: "id" | "track" | "playlist";
  value: number;
  isOpen: boolean;
}

function AppealForm({ name, value, isOpen, formResult }: AppealFormProps) {
  const own = formResultFor(formResult, { [name]: value });
  const { form, fields, field, isSubmitting, error } = useFormPost<{ message: string }>({
    id: `appeal-${name}-${value}`,
    action: appealPath,
    formResult: own,
  });
  return (
    <Form {...form} className="space-y-4">
      {error && (
        <Notice tone="error" title={objectionMessages.failed}>
          {error}
        </Notice>
      )}
      <input type="hidden" name={name} value={value} />
      <TextAreaField
        {...field(fields.message)}
        label={isOpen ? "説明を加える" : "異議の理由"}
        help={
          isOpen
            ? "運営が確かめています。"
            : name === "id"
              ? "申し立てた方には、内容は伝わりません。"
              : `運営が確かめ、${objectionDueDays}日以内にお答えします。異議は、一つの公開停止に一度です。`
        }
        rows={4}
        counter={{ max: maxObjectionLengths.message }}
      />
      <Button icon="mail" busy={isSubmitting} busyLabel="送信しています">
        {isOpen ? "送信する" : "異議を申し立てる"}
      </Button>
    </Form>
  );
}
