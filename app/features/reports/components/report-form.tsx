import { useId } from "react";
import { Form, useNavigation } from "react-router";
import { firstWrong, type RefusedForm, refusalText } from "#app/features/refused-form.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { FieldError, TextAreaField } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useFocusWrong } from "#app/ui/use-focus-wrong.ts";
import {
  longestComment,
  reasonLabels,
  reasons,
  reportFields,
  reportMessages,
  reportPathOf,
} from "../report.ts";

interface ReportFormProps {
  trackId: number;
  /** How the member has reported the track before; null for the first time. */
  before: { reason: string; comment: string } | null;
  refused?: RefusedForm | undefined;
  /** The track's page. */
  returnPath: string;
}

/** Why a track should be looked at: a plain form post, with JavaScript one that leaves what was typed in place. */
export function ReportForm({ trackId, before, refused, returnPath }: ReportFormProps) {
  const id = useId();
  const action = reportPathOf(trackId);
  const navigation = useNavigation();
  const form = useFocusWrong(refused);
  const wrong = firstWrong(refused, reportFields);
  const { fields = {}, values } = refused ?? {};
  const chosen = values ? values.reason : before?.reason;
  const errorId = fields.reason && `${id}-reason-error`;
  return (
    <Form ref={form} method="post" action={action} noValidate className="space-y-6">
      {refused && !wrong && (
        <Notice tone="error" title={reportMessages.failed}>
          {refusalText(refused)}
        </Notice>
      )}
      <fieldset className="min-w-0 space-y-3" aria-describedby={errorId}>
        <legend className="mb-2 flex items-baseline gap-2 text-sm font-bold">
          理由<span className="text-xs font-normal text-muted">必須</span>
        </legend>
        <div className="divide-y divide-line overflow-hidden rounded-card border border-line-strong bg-surface">
          {reasons.map((reason, index) => (
            <label
              key={reason}
              className="flex min-h-12 cursor-pointer items-center gap-3 px-4 py-2 hover:bg-sunken has-focus-visible:bg-sunken"
            >
              <input
                type="radio"
                name="reason"
                value={reason}
                required
                defaultChecked={reason === chosen}
                aria-invalid={fields.reason ? true : undefined}
                {...(wrong === "reason" && index === 0 && { autoFocus: true })}
                className="size-5 shrink-0 accent-accent"
              />
              {reasonLabels[reason]}
            </label>
          ))}
        </div>
        {fields.reason && <FieldError id={errorId}>{fields.reason[0]}</FieldError>}
      </fieldset>
      <TextAreaField
        id={`${id}-comment`}
        name="comment"
        label="くわしい内容"
        hint="任意"
        rows={4}
        defaultValue={values?.comment ?? before?.comment ?? ""}
        errors={fields.comment}
        focused={wrong === "comment"}
        counter={{ max: longestComment }}
        help="どの部分が気になったかを教えてください。投稿した方には、だれからの報告かは伝わりません。"
        className="min-h-28!"
      />
      <div className="flex flex-wrap gap-2">
        <Button
          size="large"
          className="flex-1"
          busy={navigation.formAction === action}
          busyLabel="送信しています"
        >
          {before ? "報告を更新する" : "報告する"}
        </Button>
        <ButtonLink to={returnPath} variant="quiet" size="large">
          やめる
        </ButtonLink>
      </div>
    </Form>
  );
}
