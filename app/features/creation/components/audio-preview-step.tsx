import { useEffect } from "react";
import { askServer } from "#app/lib/ask-server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { CreationFlow } from "../creation-flow.ts";
import { wasPublished } from "../creation-memory.ts";
import type { CreationState } from "../server/creation-state.server.ts";
import type { PostingStatus } from "../server/daily-use.server.ts";
import { LabelChips } from "./label-chips.tsx";
import { PreviewPlayer } from "./preview-player.tsx";
import { ScriptConversation } from "./script-conversation.tsx";
import { StartOverForm } from "./start-over-form.tsx";

interface AudioPreviewStepProps {
  flow: CreationFlow;
  preview: NonNullable<CreationState["preview"]>;
  posting: PostingStatus;
}

/** The third step: hear what was made, then post it or begin again. */
export function AudioPreviewStep({ flow, preview, posting }: AudioPreviewStepProps) {
  const { previewFilename } = preview;
  useEffect(() => () => confirmLeaving(previewFilename), [previewFilename]);
  return (
    <div className="space-y-6">
      <div className="space-y-3">
        <h2 className="text-lg">{preview.title}</h2>
        <LabelChips labels={preview.labels} />
      </div>
      <Card>
        <PreviewPlayer src={preview.previewUrl} duration={preview.duration} title={preview.title} />
      </Card>
      <div className="space-y-3">
        <ButtonLink to={`${flow.path}?step=publish`} size="large" wide icon="forward">
          最終投稿に進む
        </ButtonLink>
        <StartOverForm
          label="やり直す"
          variant="quiet"
          loses="生成した音声と台本は削除されます。使用した1回分は戻りません。"
        />
      </div>
      <Notice>
        <p>
          音声の生成で本日の1回分を使用しました（{posting.currentCount}/{posting.dailyLimit}
          ）。プレビューは1時間保存されます。
        </p>
      </Notice>
      <section aria-labelledby="preview-script" className="space-y-3">
        <h3 id="preview-script" className="text-sm text-muted">
          台本
        </h3>
        <ScriptConversation script={preview.script} />
      </section>
    </div>
  );
}

/** Tells the server that the preview is left (spec 3 §4 "After publish"); nothing depends on its answer. */
function confirmLeaving(previewFilename: string): void {
  if (wasPublished(previewFilename)) return;
  void askServer("POST", "/api/publish-track", {
    json: { previewFilename, autoUpdateOnly: true },
    keepalive: true,
  });
}
