import { useEffect } from "react";
import { fetchJson } from "#app/lib/fetch-json.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { StartOverButton } from "../components/start-over.tsx";
import { type CreationFlow, stepPath } from "../creation.ts";
import { FactCheckCard } from "../fact-check/fact-check-card.tsx";
import { wasPublished } from "../hooks/creation-storage.ts";
import type { PostingStatus } from "../limits/daily-usage.server.ts";
import { LabelChips, ScriptConversation } from "../script/script-conversation.tsx";
import type { CreationState } from "../server/load-creation-page.server.ts";
import { PreviewPlayer } from "./preview-player.tsx";

interface AudioPreviewStepProps {
  flow: CreationFlow;
  state: CreationState;
  preview: NonNullable<CreationState["preview"]>;
  posting: PostingStatus;
}

/** The third step: listen to the preview, then continue to publishing or start over. */
export function AudioPreviewStep({ flow, state, preview, posting }: AudioPreviewStepProps) {
  const { previewFilename } = preview;
  useEffect(() => {
    const report = () => reportLeaving(previewFilename);
    // Closed or reloaded; a page that is left within the site unmounts.
    window.addEventListener("pagehide", report);
    return () => {
      window.removeEventListener("pagehide", report);
      report();
    };
  }, [previewFilename]);
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
        <ButtonLink to={stepPath(flow, "publish")} size="large" wide icon="forward">
          最終投稿に進む
        </ButtonLink>
        <StartOverButton flow={flow} state={state} label="やり直す" variant="quiet" />
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
        <ScriptConversation script={preview.script} claims={preview.factCheck?.claims} />
      </section>
      <FactCheckCard factCheck={preview.factCheck} />
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
