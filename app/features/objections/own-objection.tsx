import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { TextAreaField } from "#app/ui/form/field.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import { EvidenceField } from "./evidence-field.tsx";
import { maxObjectionLengths, objectionMessages } from "./objection.ts";

interface OwnObjectionProps {
  objection: {
    receipt: string;
    /** With the token: where the form is posted. */
    path: string;
    party: string;
    demand: string;
    target: string;
    explanation: string;
    isOpen: boolean;
    /** Decided, and something was done about it. */
    isMet: boolean;
    state: string;
    due: string;
    receivedAt: string;
    files: string[];
    entries: { id: number; isOwn: boolean; label: string | undefined; text: string; at: string }[];
  };
  formResult: FormResult | undefined;
}

/** The objector's page: what was asked, what was answered, and a form for more. */
export function OwnObjection({ objection, formResult }: OwnObjectionProps) {
  const { receipt, isOpen, isMet, state, due, receivedAt, files, entries } = objection;
  const { party, demand, target, explanation } = objection;
  return (
    <Page title={objectionMessages.heading} lead={`受付番号 ${receipt}`}>
      <div className="space-y-6">
        <Notice tone={isMet ? "success" : "info"} title={state}>
          {isOpen && <p>{due}までに、結果をメールとこのページでお知らせします。</p>}
          <p>
            このページのアドレスを控えておくと、いつでも状況を確かめられます。ほかの人には教えないでください。
          </p>
        </Notice>
        <Card as="section" className="space-y-4">
          <h2 className="text-base">申し立ての内容</h2>
          <dl className="space-y-3 text-sm">
            {[
              ["受付", receivedAt],
              ["対象", target],
              ["立場", party],
              ["求めること", demand],
              ["理由", explanation],
              ...(files.length > 0 ? [["証拠のファイル", files.join("\n")]] : []),
            ].map(([name, value]) => (
              <div key={name}>
                <dt className="text-xs text-muted">{name}</dt>
                <dd className="whitespace-pre-wrap wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
        </Card>
        {entries.length > 0 && (
          <section className="space-y-3">
            <h2 className="text-base">経過</h2>
            <ol className="space-y-3 text-sm">
              {entries.map(({ id, isOwn, label, text, at }) => (
                <li
                  key={id}
                  className={classNames("rounded-card p-4", isOwn ? "bg-sunken" : "bg-voice-a-tint")}
                >
                  <p className="flex flex-wrap gap-x-2 text-xs text-muted">
                    <span className="font-bold text-ink">{label}</span>
                    <span className="tabular-nums">{at}</span>
                  </p>
                  {text && <p className="pt-1 whitespace-pre-wrap wrap-anywhere">{text}</p>}
                </li>
              ))}
            </ol>
          </section>
        )}
        <MessageForm objection={objection} formResult={formResult} key={entries.length} />
      </div>
    </Page>
  );
}

function MessageForm({ objection: { path, isOpen }, formResult }: OwnObjectionProps) {
  const { form, fields, field, isSubmitting, error } = useFormPost<{ message: string }>({
    id: "objection-message",
    action: path,
    formResult,
  });
  return (
    <Form {...form} encType="multipart/form-data" className="space-y-4">
      {error && (
        <Notice tone="error" title={objectionMessages.failed}>
          {error}
        </Notice>
      )}
      <TextAreaField
        {...field(fields.message)}
        label="メッセージを送る"
        help={
          isOpen
            ? "追加の説明や、運営からの質問への答えをお書きください。"
            : "結果に納得できないときは、理由をお書きください。もう一度確認します。"
        }
        rows={4}
        counter={{ max: maxObjectionLengths.message }}
      />
      <EvidenceField id="objection-message-files" formResult={formResult} />
      <Button icon="mail" busy={isSubmitting} busyLabel="送信しています">
        送信する
      </Button>
    </Form>
  );
}
