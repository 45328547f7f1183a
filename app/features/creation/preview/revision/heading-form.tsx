import { Form, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { type FormResult, submittedValue } from "#app/ui/form/form-result.ts";
import { Icon } from "#app/ui/icon.tsx";
import { LabelChoice, typedLabels } from "../../components/label-choice.tsx";
import { TitleField } from "../../components/title-field.tsx";
import type { ShownPreview } from "../../creation-page.ts";
import { PreviewFields } from "./preview-lines.tsx";

interface HeadingFormProps {
  preview: ShownPreview;
  path: string;
  isOpen: boolean;
  formResult: FormResult | undefined;
}

/** Folded away. The cover follows the labels. */
export function HeadingForm({ preview, path, isOpen, formResult }: HeadingFormProps) {
  const navigation = useNavigation();
  const [labelError] = formResult?.result.error?.labels ?? [];
  return (
    <details open={isOpen || formResult !== undefined} className="group">
      <summary className="-ml-3 flex min-h-11 w-fit cursor-pointer list-none items-center gap-1.5 rounded-full px-3 text-sm text-muted hover:bg-sunken hover:text-ink [&::-webkit-details-marker]:hidden">
        <Icon name="edit" />
        タイトルとカテゴリーを直す
      </summary>
      <Form method="post" action={path} preventScrollReset className="space-y-4 pt-2">
        <PreviewFields preview={preview} />
        <TitleField
          name="title"
          defaultValue={submittedValue(formResult, "title") ?? preview.title}
          errors={formResult?.result.error?.title ?? undefined}
        />
        <LabelChoice labels={typedLabels(formResult) ?? preview.labels} error={labelError} />
        <p className="text-sm text-muted">カバーの絵は、音声とカテゴリーから自動で描かれます。</p>
        <Button
          variant="quiet"
          icon="check"
          name="intent"
          value="save-heading"
          busy={navigation.formData?.get("intent") === "save-heading"}
          busyLabel="保存しています"
        >
          保存する
        </Button>
      </Form>
    </details>
  );
}
