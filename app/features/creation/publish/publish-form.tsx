import { type RefObject, useEffect, useRef, useState } from "react";
import { Form } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { LabelChips } from "../components/script-conversation.tsx";
import { TitleField } from "../components/title-field.tsx";
import { PublishTimeFields } from "../drafts/components/publish-time-fields.tsx";
import type { PublishTime } from "../drafts/drafts.ts";
import { AgreementFields } from "./agreement-fields.tsx";

interface PublishFormProps {
  action: string;
  back: { to: string; label: string };
  /** Where the labels are changed. */
  labelsPath?: string;
  preview: { previewFilename: string; title: string; labels: string[] };
  time: PublishTime;
  formResult: FormResult | undefined;
  /** Keeps what is typed while its author is on another page. */
  typed?: { form: RefObject<HTMLFormElement | null>; save(): void };
}

/**
 * Title, time, agreement. Only after hydration is the button disabled until all is ticked; the server validates anyway.
 * Publishing consumes no generation: the preview did.
 */
export function PublishForm({
  action,
  back,
  labelsPath,
  preview,
  time,
  formResult,
  typed,
}: PublishFormProps) {
  const list = useRef<HTMLFieldSetElement>(null);
  const { form, fields, field, isSubmitting } = useFormPost<{ title: string; agreedToTerms: string[] }>({
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
  // Null until hydration; the browser may restore checkboxes.
  useEffect(updateAgreed, []);
  const isTitleValid = !formResult || !fields.title.errors;
  return (
    <Form
      {...form}
      ref={typed?.form}
      onInput={(event) => {
        form.onInput(event);
        typed?.save();
      }}
      className="space-y-6"
    >
      <input type="hidden" name="intent" value="publish" />
      <input type="hidden" name="previewFilename" value={preview.previewFilename} />
      <div className="space-y-4">
        <TitleField {...field(fields.title)} />
        <div className="flex flex-wrap items-center gap-x-3">
          <LabelChips labels={preview.labels} />
          {labelsPath && (
            <ButtonLink to={labelsPath} variant="plain" icon="edit">
              カテゴリーを直す
            </ButtonLink>
          )}
        </div>
      </div>
      <PublishTimeFields initial={time} formResult={formResult} />
      <AgreementFields
        ref={list}
        legend="すべてにチェックすると投稿できます"
        field={fields.agreedToTerms}
        formResult={formResult}
        isFocused={isTitleValid}
        onChange={updateAgreed}
      />
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
