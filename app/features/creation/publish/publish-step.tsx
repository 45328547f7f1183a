import { Card } from "#app/ui/card.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { PreviewPlayer } from "../components/preview-player.tsx";
import { type CreationFlow, stepPath } from "../creation.ts";
import type { CreationPage, CreationState } from "../creation-page.ts";
import { useUnsavedFields } from "../hooks/use-unsaved-fields.ts";
import { headingPath } from "../preview/revision/revision.ts";
import { PublishForm } from "./publish-form.tsx";

interface PublishStepProps {
  flow: CreationFlow;
  viewerId: string;
  preview: NonNullable<CreationState["preview"]>;
  time: CreationPage["publishTime"];
  formResult: FormResult | undefined;
}

export function PublishStep({ flow, viewerId, preview, time, formResult }: PublishStepProps) {
  const typed = useUnsavedFields({
    owner: { flow: flow.flow, viewerId },
    edited: "publish",
    // A line that is said anew makes another preview; the work that is begun anew clears what is kept.
    of: preview.title,
    isRefused: formResult !== undefined,
    only: "title",
  });
  return (
    <div className="space-y-6">
      <div className="space-y-1">
        <h2 className="text-lg">最終投稿確認</h2>
        <p className="text-sm text-muted">生成された音声を投稿します</p>
      </div>
      <Card>
        <PreviewPlayer src={preview.previewUrl} duration={preview.duration} title={preview.title} />
      </Card>
      <PublishForm
        action={stepPath(flow, "publish")}
        back={{ to: flow.path, label: "音声確認に戻る" }}
        labelsPath={headingPath(flow)}
        preview={preview}
        time={time}
        formResult={formResult}
        typed={typed}
      />
    </div>
  );
}
