import { Form } from "react-router";
import { coverIdOf, coverVariants } from "#app/features/covers/cover.ts";
import { CoverImage } from "#app/features/covers/cover-image.tsx";
import { Button } from "#app/ui/button.tsx";
import { FieldError, TextAreaField } from "#app/ui/form/field.tsx";
import { type FormResult, submittedValue } from "#app/ui/form/form-result.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { Notice } from "#app/ui/notice.tsx";
import { LabelChoice, typedLabels } from "../../components/label-choice.tsx";
import { TitleField } from "../../components/title-field.tsx";
import type { HeadingEditPage } from "./edit-heading.server.ts";
import stylesheet from "./heading-edit.css?url";
import { maxTrackDescriptionLength } from "./heading-edit.ts";

export function HeadingEditForm({
  page,
  path,
  formResult,
}: {
  page: HeadingEditPage;
  path: string;
  formResult: FormResult | undefined;
}) {
  const { track, version, obstacle } = page;
  const { form, fields, field, isSubmitting, error } = useFormPost<{
    title: string;
    description: string;
    labels: string[];
    coverVariant: string;
  }>({
    id: "heading",
    action: path,
    formResult,
    defaultValue: { title: track.title, description: track.description ?? "" },
  });
  if (obstacle) return <Notice tone="warning" title={obstacle} />;
  const chosen = Number(submittedValue(formResult, "coverVariant") ?? track.coverVariant);
  return (
    <Form {...form} className="space-y-6">
      {error && <Notice tone="error" title={error} />}
      <input type="hidden" name="version" value={version} />
      <TitleField {...field(fields.title)} />
      <TextAreaField
        {...field(fields.description)}
        label="説明"
        hint="任意"
        help="音声のページと、ポッドキャストに表示されます。"
        rows={4}
        counter={{ max: maxTrackDescriptionLength }}
      />
      <LabelChoice
        labels={typedLabels(formResult) ?? track.labels}
        error={formResult && fields.labels.errors?.[0]}
      />
      <CoverChoice track={track} chosen={chosen} error={formResult && fields.coverVariant.errors?.[0]} />
      <div className="space-y-3">
        <Button size="large" wide busy={isSubmitting} busyLabel="保存しています">
          保存する
        </Button>
        <p className="text-sm text-muted">変えたところは、前の内容とともに「訂正の記録」に残ります。</p>
      </div>
    </Form>
  );
}

/** In the colours of the saved labels. */
function CoverChoice(o: { track: HeadingEditPage["track"]; chosen: number; error: string | undefined }) {
  const { track, chosen, error } = o;
  return (
    <fieldset aria-describedby={error ? "cover-error" : "cover-help"}>
      {/* Only this page needs it: React puts it into the head. */}
      <link rel="stylesheet" href={stylesheet} precedence="page" />
      <legend className="pb-2 text-sm font-bold">カバー</legend>
      <div className="cover-choice">
        {Array.from({ length: coverVariants }, (_, variant) => {
          const coverId = coverIdOf(track.coverSeed, variant);
          return (
            <label key={coverId}>
              <input
                type="radio"
                name="coverVariant"
                value={variant}
                defaultChecked={variant === chosen}
                aria-label={`絵${variant + 1}`}
              />
              <CoverImage track={{ id: track.id, coverId, labels: track.labels }} isMain />
            </label>
          );
        })}
      </div>
      {error ? (
        <FieldError id="cover-error">{error}</FieldError>
      ) : (
        <p id="cover-help" className="pt-2 text-xs text-muted">
          色は、最初のカテゴリーで決まります。
        </p>
      )}
    </fieldset>
  );
}
