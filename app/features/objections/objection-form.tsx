import { Form } from "react-router";
import { SenderFields } from "#app/features/contact/sender-fields.tsx";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextAreaField, TextField } from "#app/ui/form/field.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { Notice } from "#app/ui/notice.tsx";
import { EvidenceField } from "./evidence-field.tsx";
import {
  demandLabels,
  maxObjectionLengths,
  objectionFormPath,
  objectionMessages,
  partyLabels,
} from "./objection.ts";

interface ObjectionFormProps {
  known: { target: string; name: string; email: string };
  formResult: FormResult | undefined;
}

export function ObjectionForm({ known, formResult }: ObjectionFormProps) {
  const { form, fields, field, isSubmitting, error, isErrorAtTop } = useFormPost<{
    target: string;
    party: string;
    demand: string;
    explanation: string;
    name: string;
    email: string;
  }>({
    id: "objection",
    action: objectionFormPath,
    formResult,
    defaultValue: known,
  });
  const failure = error && (
    <Notice tone="error" title={objectionMessages.failed}>
      {error}入力した内容は、このページに残っています。
    </Notice>
  );
  return (
    <Form {...form} encType="multipart/form-data" className="space-y-6">
      {isErrorAtTop && failure}
      <TextField
        {...field(fields.target)}
        label="対象のリンク"
        hint="必須"
        help="音声、プレイリスト、会員、一節のページのアドレスです。"
        required
        counter={{ max: maxObjectionLengths.target }}
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Choice {...field(fields.party)} label="あなたの立場" labels={partyLabels} />
      <Choice {...field(fields.demand)} label="求めること" labels={demandLabels} />
      <TextAreaField
        {...field(fields.explanation)}
        label="理由"
        hint="必須"
        help="どの部分が、どの権利をどのように侵害しているかをお書きください。もとの作品や記録のリンクがあれば、添えてください。"
        required
        rows={7}
        counter={{ max: maxObjectionLengths.explanation }}
      />
      <EvidenceField id="objection-files" formResult={formResult} />
      <SenderFields
        name={field(fields.name)}
        email={field(fields.email)}
        emailHelp="受付番号と結果をお送りします。投稿した会員には、お名前もメールアドレスも伝えません。"
      />
      {!isErrorAtTop && failure}
      <Button size="large" wide icon="mail" busy={isSubmitting} busyLabel="送信しています">
        申し立てる
      </Button>
    </Form>
  );
}

type ChoiceProps = Parameters<typeof SelectField>[0] & { labels: Record<string, string> };

function Choice({ labels, ...select }: ChoiceProps) {
  return (
    <SelectField {...select} hint="必須" required>
      <option value="" disabled hidden>
        選択してください
      </option>
      {Object.entries(labels).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}
