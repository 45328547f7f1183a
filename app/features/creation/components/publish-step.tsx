import { useEffect, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import { firstWrong, type RefusedForm } from "#app/features/refused-form.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { FieldError, TextField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { agreements, type CreationFlow } from "../creation-flow.ts";
import type { CreationState } from "../server/creation-state.server.ts";
import { countCharacters, titleLimit } from "../source-text.ts";
import { LabelChips } from "./label-chips.tsx";
import { PreviewPlayer } from "./preview-player.tsx";

interface PublishStepProps {
  flow: CreationFlow;
  preview: NonNullable<CreationState["preview"]>;
  refused: RefusedForm | undefined;
}

/**
 * The last step: title, what one agrees to, publish. The button waits for the agreement only where JavaScript can
 * set it free again; without it the server asks for the agreement. No daily use is needed: the preview took it.
 */
export function PublishStep({ flow, preview, refused }: PublishStepProps) {
  const checkbox = useRef<HTMLInputElement>(null);
  const navigation = useNavigation();
  const busy = navigation.formData?.get("intent") === "publish";
  const [agreed, setAgreed] = useState<boolean | null>(null);
  // Null until the page is alive; the browser may have brought a tick back.
  useEffect(() => setAgreed(checkbox.current?.checked ?? false), []);
  const disagreement = refused?.fields.agreedToTerms;
  const wrong = firstWrong(refused, ["title", "agreedToTerms"]);
  return (
    <div className="space-y-6">
      <div className="space-y-1">
        <h2 className="text-lg">最終投稿確認</h2>
        <p className="text-sm text-muted">生成された音声を投稿します</p>
      </div>
      <Card>
        <PreviewPlayer src={preview.previewUrl} duration={preview.duration} title={preview.title} />
      </Card>
      <Form method="post" action={`${flow.path}?step=publish`} className="space-y-6">
        <input type="hidden" name="intent" value="publish" />
        <input type="hidden" name="previewFilename" value={preview.previewFilename} />
        <div className="space-y-4">
          <TextField
            name="title"
            label="タイトル"
            hint="必須"
            defaultValue={refused?.values.title ?? preview.title}
            errors={refused?.fields.title}
            focused={wrong === "title"}
            aria-required="true"
            autoComplete="off"
            counter={{ max: titleLimit, count: countCharacters }}
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
          <label className="flex min-h-11 cursor-pointer items-center gap-3 border-t border-line pt-3 font-bold">
            <input
              ref={checkbox}
              type="checkbox"
              name="agreedToTerms"
              onChange={(event) => setAgreed(event.currentTarget.checked)}
              defaultChecked={refused?.values.agreedToTerms === "on"}
              aria-required="true"
              aria-invalid={disagreement ? true : undefined}
              aria-describedby={disagreement ? "agreement-error" : undefined}
              className="size-6 shrink-0"
              {...(wrong === "agreedToTerms" && { autoFocus: true })}
            />
            上記すべてに同意します
          </label>
          {disagreement && <FieldError id="agreement-error">{disagreement[0]}</FieldError>}
        </Card>
        <div className="space-y-3">
          <Button size="large" wide disabled={agreed === false} busy={busy} busyLabel="投稿しています">
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
