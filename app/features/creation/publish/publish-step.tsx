import { useEffect, useRef, useState } from "react";
import { Form } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { FieldError, TextField } from "#app/ui/form/field.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { Icon } from "#app/ui/icon.tsx";
import { agreements, type CreationFlow, countCharacters, maxTitleLength } from "../creation.ts";
import { PreviewPlayer } from "../preview/preview-player.tsx";
import { LabelChips } from "../script/script-conversation.tsx";
import type { CreationState } from "../server/load-creation-page.server.ts";

interface PublishFields extends Record<string, unknown> {
  title: string;
  agreedToTerms: string;
}

interface PublishStepProps {
  flow: CreationFlow;
  preview: NonNullable<CreationState["preview"]>;
  /** What the action returned for this form. */
  answer: FormResult | undefined;
}

/**
 * The last step: title, agreement, publish. The button is disabled until the agreement is ticked only after hydration;
 * without JavaScript the server validates it. Publishing consumes no daily generation: the preview did.
 */
export function PublishStep({ flow, preview, answer }: PublishStepProps) {
  const checkbox = useRef<HTMLInputElement>(null);
  const { form, fields, field, isSubmitting } = useFormPost<PublishFields>({
    id: "publish",
    action: `${flow.path}?step=publish`,
    intent: "publish",
    answer,
    defaultValue: { title: preview.title },
  });
  const [agreed, setAgreed] = useState<boolean | null>(null);
  // Null until hydration; the browser may have restored the checkbox.
  useEffect(() => setAgreed(checkbox.current?.checked ?? false), []);
  const agreement = field(fields.agreedToTerms);
  const agreementError = agreement.errors?.[0];
  return (
    <div className="space-y-6">
      <div className="space-y-1">
        <h2 className="text-lg">最終投稿確認</h2>
        <p className="text-sm text-muted">生成された音声を投稿します</p>
      </div>
      <Card>
        <PreviewPlayer src={preview.previewUrl} duration={preview.duration} title={preview.title} />
      </Card>
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
        <Card as="section" aria-labelledby="agreement" className="space-y-3">
          <h3 id="agreement" className="text-sm">
            投稿する前にご確認ください
          </h3>
          <ul className="space-y-2 text-sm">
            {agreements.map((point) => (
              <li key={point} className="flex gap-2">
                <Icon name="check" className="mt-[0.2em] text-accent" />
                <span>{point}</span>
              </li>
            ))}
          </ul>
          {/* In a tab of its own: what is typed here stays. */}
          <a
            href="/guidelines"
            target="_blank"
            rel="noopener"
            className="inline-flex min-h-11 items-center text-sm text-accent underline"
          >
            コミュニティガイドラインを読む
          </a>
          <label className="flex min-h-11 cursor-pointer items-center gap-3 border-t border-line pt-3 font-bold">
            <input
              ref={checkbox}
              type="checkbox"
              name={agreement.name}
              onChange={(event) => setAgreed(event.currentTarget.checked)}
              defaultChecked={agreement.defaultValue === "on"}
              aria-required="true"
              aria-invalid={agreementError ? true : undefined}
              aria-describedby={agreementError ? "agreement-error" : undefined}
              className="size-6 shrink-0"
              {...(agreement.focused && { autoFocus: true })}
            />
            上記すべてに同意します
          </label>
          {agreementError && <FieldError id="agreement-error">{agreementError}</FieldError>}
        </Card>
        <div className="space-y-3">
          <Button
            size="large"
            wide
            disabled={agreed === false}
            busy={isSubmitting}
            busyLabel="投稿しています"
          >
            投稿する
          </Button>
          <ButtonLink to={flow.path} variant="plain" wide icon="back">
            音声確認に戻る
          </ButtonLink>
        </div>
      </Form>
    </div>
  );
}
