import { useEffect, useRef } from "react";
import { useRevalidator, useSearchParams } from "react-router";
import { LoginPrompt } from "#app/features/accounts/components/login-prompt.tsx";
import type { RefusedForm } from "#app/features/refused-form.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import { type CreationFlow, type CreationStep, creationTitle, intentOf } from "../creation-flow.ts";
import { forgetInput, wasPublished } from "../creation-memory.ts";
import { taskFailureMessage } from "../creation-messages.ts";
import { refusalMessage, useCreationToasts } from "../hooks/use-creation-toasts.ts";
import { useResetting } from "../hooks/use-resetting.ts";
import type { CreationPage } from "../server/load-creation-page.server.ts";
import { AudioPreviewStep } from "./audio-preview-step.tsx";
import { InputStep } from "./input-step.tsx";
import { LimitCard, PostingCount } from "./posting-count.tsx";
import { PublishStep } from "./publish-step.tsx";
import { ScriptReviewStep } from "./script-review-step.tsx";
import { StepIndicator } from "./step-indicator.tsx";
import { WorkProgress } from "./work-progress.tsx";

interface CreationScreenProps {
  flow: CreationFlow;
  /** Null for a visitor. */
  page: CreationPage | null;
  refused: RefusedForm | undefined;
}

/** Both creation pages: from a text to a published track in four steps (spec 3 §2.1, §2.2). */
export function CreationScreen({ flow, page, refused }: CreationScreenProps) {
  // The address asks for the last step, which a finished preview opens.
  const [search] = useSearchParams();
  const wantsToPublish = search.get("step") === "publish";
  useCreationToasts({ flow, page, refused });
  const resetting = useResetting(flow, page);
  useFreshness(flow, page);
  const step = page && stepOf(page, wantsToPublish);
  const stepStart = useStepStart(step);

  if (!page || !step) {
    const typed = refused?.values.inputText;
    return (
      <>
        <LoginPrompt returnPath={flow.path} heading={creationTitle} />
        {typed && (
          <div className="mx-auto max-w-160 px-4 pb-10">
            <SentText text={typed} />
          </div>
        )}
      </>
    );
  }
  const { state, posting, viewerId } = page;
  const { running, preview, draft, failure } = state;
  const limited = posting.remaining === 0;
  const intent = refused && intentOf(refused);
  const refusal = refused && refusalMessage(flow.flow, refused);
  const failed = failure && taskFailureMessage({ ...failure, flow: flow.flow });
  return (
    <Page title={creationTitle} actions={<PostingCount posting={posting} />}>
      <div className="space-y-6">
        <StepIndicator step={step} />
        <div ref={stepStart} tabIndex={-1} className="space-y-6 outline-none">
          {limited && !running && !preview && <LimitCard posting={posting} />}
          {refusal && !(limited && refused.status === 429) && (
            <Notice tone="error" title={refusal.title}>
              {refusal.description}
            </Notice>
          )}
          {failed && !running && !refused && (
            <Notice tone="error" title={failed.title}>
              {failed.description}
            </Notice>
          )}
          {running && <WorkProgress key={running.taskId} flow={flow} work={running} paused={resetting} />}
          {step === "input" && !running && (
            <InputStep
              key={`${state.inputText}\n${state.title}`}
              flow={flow}
              viewerId={viewerId}
              given={state}
              refused={intent === "generate-script" ? refused : undefined}
              disabled={limited}
            />
          )}
          {step === "input" && running && <SentText text={state.inputText} />}
          {step === "script-review" && draft && (
            <ScriptReviewStep
              key={draft.taskId}
              flow={flow}
              draft={draft}
              working={running !== null}
              limited={limited}
            />
          )}
          {step === "audio-preview" && preview && (
            <AudioPreviewStep flow={flow} preview={preview} posting={posting} />
          )}
          {step === "final-review" && preview && (
            <PublishStep flow={flow} preview={preview} refused={intent === "publish" ? refused : undefined} />
          )}
        </div>
      </div>
    </Page>
  );
}

function stepOf({ state }: CreationPage, wantsToPublish: boolean): CreationStep {
  return state.step === "audio-preview" && wantsToPublish ? "final-review" : state.step;
}

/** The text that is being made a script of. */
function SentText({ text }: { text: string }) {
  return (
    <section
      aria-label="送信した本文"
      className="rounded-card border border-line p-4 whitespace-pre-line text-muted"
    >
      {text}
    </section>
  );
}

/** Moves the focus to where a new step begins, so that a screen reader goes on there. */
function useStepStart(step: CreationStep | null) {
  const start = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    start.current?.focus({ preventScroll: true });
  }, [step]);
  return start;
}

/**
 * Keeps the page true: what was sent is no longer kept as unsent, and a page that comes back (another tab, the
 * browser's history, a network) asks the server where the member stands now.
 */
function useFreshness(flow: CreationFlow, page: CreationPage | null): void {
  const { revalidate } = useRevalidator();
  const viewerId = page?.viewerId;
  const sent = page !== null && (page.state.draft !== null || page.state.running !== null);
  const filename = page?.state.preview?.previewFilename;
  useEffect(() => {
    if (viewerId && sent) forgetInput({ flow: flow.flow, viewerId });
  }, [flow, viewerId, sent]);
  useEffect(() => {
    const refresh = () => void revalidate();
    const shown = () => {
      if (document.visibilityState === "visible") refresh();
    };
    const cameBack = (event: PageTransitionEvent) => {
      if (event.persisted) refresh();
    };
    document.addEventListener("visibilitychange", shown);
    window.addEventListener("pageshow", cameBack);
    window.addEventListener("online", refresh);
    return () => {
      document.removeEventListener("visibilitychange", shown);
      window.removeEventListener("pageshow", cameBack);
      window.removeEventListener("online", refresh);
    };
  }, [revalidate]);
  useEffect(() => {
    if (filename && wasPublished(filename)) void revalidate();
  }, [filename, revalidate]);
}
