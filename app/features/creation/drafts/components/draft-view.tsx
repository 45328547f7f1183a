import { Form, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { Notice } from "#app/ui/notice.tsx";
import { PreviewPlayer } from "../../components/preview-player.tsx";
import { LabelChips } from "../../components/script-conversation.tsx";
import { TitleField } from "../../components/title-field.tsx";
import { PublishForm } from "../../publish/publish-form.tsx";
import { type Draft, draftPath, draftsPath, type PublishTime } from "../drafts.ts";
import { PublishTimeFields } from "./publish-time-fields.tsx";

interface DraftViewProps {
  draft: Draft;
  time: PublishTime;
  formResult: FormResult | undefined;
}

/** A finished preview, to be published now or later; a planned one at another time or not at all. */
export function DraftView({ draft, time, formResult }: DraftViewProps) {
  const { taskId, title, previewUrl, duration, planned } = draft;
  const { formData } = useNavigation();
  const action = draftPath(taskId);
  const intent = planned ? "withdraw" : "delete";
  return (
    <div className="space-y-6">
      {planned?.problem && (
        <Notice tone="warning" title="まだ公開していません">
          {planned.problem}
        </Notice>
      )}
      <Card>
        <PreviewPlayer src={previewUrl} duration={duration} title={title} />
      </Card>
      {planned ? (
        <PlanForm draft={draft} time={time} formResult={formResult} />
      ) : (
        <PublishForm
          action={action}
          back={{ to: draftsPath, label: "下書きに戻る" }}
          preview={draft}
          time={time}
          formResult={formResult}
        />
      )}
      <Form method="post" action={action} className="border-t border-line pt-6">
        <Button
          variant="plain"
          wide
          name="intent"
          value={intent}
          {...(planned ? {} : { icon: "trash" as const })}
          busy={formData?.get("intent") === intent}
        >
          {planned ? "予定を取り消す" : "この音声を消す"}
        </Button>
      </Form>
    </div>
  );
}

function PlanForm({ draft, time, formResult }: DraftViewProps) {
  const { form, fields, field, isSubmitting, error } = useFormPost<{ title: string }>({
    id: "plan",
    action: draftPath(draft.taskId),
    intent: "change",
    formResult,
    defaultValue: { title: draft.title },
  });
  return (
    <Form {...form} className="space-y-6">
      <input type="hidden" name="intent" value="change" />
      {error && (
        <Notice tone="error" title="変更できませんでした">
          {error}
        </Notice>
      )}
      <TitleField {...field(fields.title)} />
      <LabelChips labels={draft.labels} />
      <PublishTimeFields initial={time} formResult={formResult} />
      <Button size="large" wide busy={isSubmitting} busyLabel="送信しています">
        この内容で決める
      </Button>
    </Form>
  );
}
