import { useEffect } from "react";
import { fetchJson } from "#app/lib/fetch-json.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { StartOverForm } from "../components/start-over-form.tsx";
import type { CreationFlow } from "../creation.ts";
import { wasPublished } from "../hooks/creation-storage.ts";
import type { PostingStatus } from "../limits/daily-usage.server.ts";
import { LabelChips, ScriptConversation } from "../script/script-conversation.tsx";
import type { CreationState } from "../server/load-creation-page.server.ts";
import { PreviewPlayer } from "./preview-player.tsx";

interface AudioPreviewStepProps {
  flow: CreationFlow;
  preview: NonNullable<CreationState["preview"]>;
  posting: PostingStatus;
}

/** The third step: listen to the preview, then continue to publishing or start over. */
export function AudioPreviewStep({ flow, preview, posting }: AudioPreviewStepProps) {
  const { previewFilename } = preview;
  useEffect(() => () => reportLeaving(previewFilename), [previewFilename]);
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
          confirmation="生成した音声と台本は削除されます。使用した1回分は戻りません。"
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

/** Tells the server that the page of an unpublished preview is left. The response is ignored. */
function reportLeaving(previewFilename: string): void {
  if (wasPublished(previewFilename)) return;
  void fetchJson("POST", "/api/publish-track", {
    json: { previewFilename, autoUpdateOnly: true },
    keepalive: true,
  });
}
