import { useEffect, useRef, useState } from "react";
import { Form } from "react-router";
import { countCharacters } from "#app/lib/characters.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { FieldError, TextField } from "#app/ui/form/field.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { LabelChips } from "../components/script-conversation.tsx";
import { agreements, maxTitleLength } from "../creation.ts";
import { PublishTimeFields } from "../drafts/components/publish-time-fields.tsx";
import type { PublishTime } from "../drafts/drafts.ts";

interface PublishFields extends Record<string, unknown> {
  title: string;
  agreedToTerms: string[];
}

interface PublishFormProps {
  /** Where it is posted to. */
  action: string;
  back: { to: string; label: string };
  preview: { previewFilename: string; title: string; labels: string[] };
  /** What is offered as its time. */
  time: PublishTime;
  /** What the action returned for this form. */
  formResult: FormResult | undefined;
}

/**
 * Title, time, agreement, publish. The button is disabled until all points are ticked only after hydration; without JavaScript the
 * server validates them. Publishing consumes no daily generation: the preview did.
 */
export function PublishForm({ action, back, preview, time, formResult }: PublishFormProps) {
  const list = useRef<HTMLFieldSetElement>(null);
  const { form, fields, field, isSubmitting } = useFormPost<PublishFields>({
    id: "publish",
    action,
    intent: "publish",
    formResult,
    defaultValue: { title: preview.title },
  });
  const [agreed, setAgreed] = useState<boolean | null>(null);
  const updateAgreed = () => {
    const boxes = list.current?.querySelectorAll<HTMLInputElement>("input") ?? [];
    setAgreed([...boxes].every(({ checked }) => checked));
  };
  // Null until hydration; the browser may have restored the checkboxes.
  useEffect(updateAgreed, []);
  const { name, initialValue: ticked = [], errors } = fields.agreedToTerms;
  const agreementError = formResult && errors?.[0];
  const firstMissing = agreements.findIndex((_, point) => ticked[point] !== "on");
  const isTitleValid = !formResult || !fields.title.errors;
  return (
    <Form {...form} className="space-y-6">
      <input type="hidden" name="intent" value="publish" />
      <input type="hidden" name="previewFilename" value={preview.previewFilename} />
      <div className="space-y-4">
        <TextField
          {...field(fields.title)}
          label="タイトル"
          hint="必須"
          aria-required="true"
          autoComplete="off"
          counter={{ max: maxTitleLength, count: countCharacters }}
        />
        <LabelChips labels={preview.labels} />
      </div>
      <PublishTimeFields initial={time} formResult={formResult} />
      <Card>
        <fieldset
          ref={list}
          onChange={updateAgreed}
          aria-describedby={agreementError ? "agreement-error" : undefined}
        >
          <legend className="pb-2 text-sm font-bold">すべてにチェックすると投稿できます</legend>
          {agreements.map((label, point) => {
            const isMissing = agreementError !== undefined && ticked[point] !== "on";
            return (
              <label key={label} className="flex min-h-11 cursor-pointer items-center gap-3 py-1.5 text-sm">
                <input
                  type="checkbox"
                  name={`${name}[${point}]`}
                  defaultChecked={ticked[point] === "on"}
                  aria-required="true"
                  aria-invalid={isMissing || undefined}
                  className="size-6 shrink-0"
                  {...(isMissing && isTitleValid && point === firstMissing && { autoFocus: true })}
                />
                {label}
              </label>
            );
          })}
          {agreementError && <FieldError id="agreement-error">{agreementError}</FieldError>}
        </fieldset>
        {/* In a tab of its own: what is typed here stays. */}
        <a
          href="/guidelines"
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-11 items-center text-sm text-accent underline"
        >
          コミュニティガイドラインを読む
        </a>
      </Card>
      <div className="space-y-3">
        <Button size="large" wide disabled={agreed === false} busy={isSubmitting} busyLabel="投稿しています">
          投稿する
        </Button>
        <ButtonLink to={back.to} variant="plain" wide icon="back">
          {back.label}
        </ButtonLink>
      </div>
    </Form>
  );
}
