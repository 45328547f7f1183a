import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { CoverImage } from "#app/features/covers/cover-image.tsx";
import { fetchJson } from "#app/lib/fetch-json.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import { PreviewPlayer } from "../components/preview-player.tsx";
import { LabelChips } from "../components/script-conversation.tsx";
import { StartOverButton } from "../components/start-over.tsx";
import { type CreationFlow, stepPath, submittedIntent } from "../creation.ts";
import type { CreationState, DailyUsageStatus, ShownPreview } from "../creation-page.ts";
import { FactCheckCard } from "../fact-check/fact-check-card.tsx";
import { wasPublished } from "../hooks/creation-storage.ts";
import type { ScriptWords } from "../readings/word-reading.ts";
import { HeadingForm } from "./revision/heading-form.tsx";
import { PreviewLines, type Span } from "./revision/preview-lines.tsx";
import { opensHeading } from "./revision/revision.ts";

interface AudioPreviewStepProps {
  flow: CreationFlow;
  state: CreationState;
  preview: ShownPreview;
  words: ScriptWords | null;
  usage: DailyUsageStatus;
  formResult: FormResult | undefined;
}

/** Step three: hear the preview, change lines and heading, then publish or start over. */
export function AudioPreviewStep({ flow, state, preview, words, usage, formResult }: AudioPreviewStepProps) {
  const { previewFilename } = preview;
  const [search] = useSearchParams();
  const [span, setSpan] = useState<Span | null>(null);
  const intent = formResult && submittedIntent(formResult);
  const isBusy = state.running !== null;
  useEffect(() => {
    const report = () => reportLeaving(previewFilename);
    // Closed or reloaded; leaving within the site unmounts.
    window.addEventListener("pagehide", report);
    return () => {
      window.removeEventListener("pagehide", report);
      report();
    };
  }, [previewFilename]);
  return (
    <div className="space-y-6">
      <div className="space-y-3">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <CoverImage track={{ id: preview.coverId, labels: preview.labels }} isMain className="w-28" />
          <div className="min-w-[min(10rem,100%)] flex-1 space-y-2">
            <h2 className="text-lg">{preview.title}</h2>
            <LabelChips labels={preview.labels} />
          </div>
        </div>
        {!isBusy && (
          <HeadingForm
            key={`${preview.title} ${preview.labels}`}
            preview={preview}
            path={flow.path}
            isOpen={opensHeading(search)}
            formResult={intent === "save-heading" ? formResult : undefined}
          />
        )}
      </div>
      <Card>
        <PreviewPlayer
          key={preview.previewUrl}
          src={preview.previewUrl}
          duration={preview.duration}
          title={preview.title}
          span={span}
        />
      </Card>
      {preview.problem && !isBusy && (
        <Notice tone="error" title="言い直せませんでした">
          {preview.problem}前の音声はそのままです。
        </Notice>
      )}
      {!isBusy && (
        <div className="space-y-3">
          <ButtonLink to={stepPath(flow, "publish")} size="large" wide icon="forward">
            最終投稿に進む
          </ButtonLink>
          <StartOverButton flow={flow} state={state} label="やり直す" variant="quiet" />
        </div>
      )}
      <Notice>
        <p>
          音声の生成で本日の1回分を使用しました（{usage.currentCount}/{usage.dailyLimit}
          ）。プレビューは1時間保存されます。
        </p>
      </Notice>
      <PreviewLines
        preview={preview}
        words={words}
        path={flow.path}
        formResult={intent === "respeak-line" || intent === "set-line-reading" ? formResult : undefined}
        isBusy={isBusy}
        onPlay={setSpan}
      />
      <FactCheckCard factCheck={preview.factCheck} taskId={preview.taskId} />
    </div>
  );
}

/** The response is ignored. */
function reportLeaving(previewFilename: string): void {
  if (wasPublished(previewFilename)) return;
  void fetchJson("POST", "/api/publish-track", {
    json: { previewFilename, autoUpdateOnly: true },
    keepalive: true,
  });
}
