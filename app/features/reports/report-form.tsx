import { Form, Link } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { FieldError, SelectField, TextAreaField } from "#app/ui/form/field.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { Notice } from "#app/ui/notice.tsx";
import { maxCommentLength, offeredReasons, reasonLabels, reportMessages } from "./report.ts";

interface ReportFormProps {
  action: string;
  previous: { reason: string; comment: string; line?: number | undefined } | null;
  lines?: readonly string[];
  formResult: FormResult | undefined;
  returnPath: string;
}

/** A plain form post; with JavaScript the page and the input stay. */
export function ReportForm({ action, previous, lines = [], formResult, returnPath }: ReportFormProps) {
  const { form, fields, field, isSubmitting, error } = useFormPost<{
    reason: string;
    comment: string;
    line: string;
  }>({
    id: "report",
    action,
    formResult,
    ...(previous && { defaultValue: { ...previous, line: String(previous.line ?? "") } }),
  });
  const reasonField = field(fields.reason);
  const reasonError = reasonField.errors?.[0];
  const errorId = reasonError && `${reasonField.id}-error`;
  return (
    <Form {...form} className="space-y-6">
      {error && (
        <Notice tone="error" title={reportMessages.failed}>
          {error}
        </Notice>
      )}
      <fieldset className="min-w-0 space-y-3" aria-describedby={errorId}>
        <legend className="mb-2 flex items-baseline gap-2 text-sm font-bold">
          理由<span className="text-xs font-normal text-muted">必須</span>
        </legend>
        <div
          className={`divide-y divide-line overflow-hidden rounded-card border ${reasonError ? "border-danger" : "border-line-strong"} bg-surface`}
        >
          {offeredReasons.map((reason, index) => (
            <label
              key={reason}
              className="flex min-h-12 cursor-pointer items-center gap-3 px-4 py-2 hover:bg-sunken has-focus-visible:bg-sunken"
            >
              <input
                type="radio"
                name={reasonField.name}
                value={reason}
                required
                defaultChecked={reason === reasonField.defaultValue}
                aria-invalid={reasonError ? true : undefined}
                {...(reasonField.focused && index === 0 && { autoFocus: true })}
                className="size-5 shrink-0 accent-accent"
              />
              {reasonLabels[reason]}
            </label>
          ))}
        </div>
        {reasonError && <FieldError id={errorId}>{reasonError}</FieldError>}
      </fieldset>
      {lines.length > 0 && (
        <SelectField {...field(fields.line)} label="気になった部分" hint="任意">
          <option value="">音声全体</option>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of one script, never reordered
            <option key={index} value={index}>
              {index + 1}. {line}
            </option>
          ))}
        </SelectField>
      )}
      <TextAreaField
        {...field(fields.comment)}
        label="くわしい内容"
        hint="任意"
        rows={4}
        counter={{ max: maxCommentLength }}
        help="何が気になったかを教えてください。ご本人には、だれからの報告かは伝わりません。"
        className="min-h-28!"
      />
      <div className="flex flex-wrap gap-2">
        <Button size="large" className="flex-1" busy={isSubmitting} busyLabel="送信しています">
          {previous ? "報告を更新する" : "報告する"}
        </Button>
        <ButtonLink to={returnPath} variant="quiet" size="large">
          やめる
        </ButtonLink>
      </div>
      <p className="text-sm text-muted">
        ご自身の権利（著作権、名前、声など）のことで、結果の連絡が必要な方は、
        <Link
          to={`/objection?${new URLSearchParams({ target: returnPath })}`}
          className="font-bold underline"
        >
          申し立て
        </Link>
        をお使いください。
      </p>
    </Form>
  );
}
