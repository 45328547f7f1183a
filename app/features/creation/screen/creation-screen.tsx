import { Fragment, useEffect, useRef, useState } from "react";
import { Link, useNavigation, useSearchParams } from "react-router";
import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { useRevalidateOn } from "#app/features/events/hooks/use-events.ts";
import { classNames } from "#app/ui/class-names.ts";
import { type FormResult, submittedValue } from "#app/ui/form/form-result.ts";
import { useLastFormResult } from "#app/ui/form/use-form-post.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import { StartOverButton, StartOverCard } from "../components/start-over.tsx";
import {
  type ChosenStep,
  type CreationFlow,
  type CreationIntent,
  type CreationStep,
  chosenSteps,
  creationSteps,
  creationTitle,
  submittedIntent,
} from "../creation.ts";
import { taskFailureMessage } from "../creation-messages.ts";
import type { CreationPage } from "../creation-page.ts";
import { draftsPath } from "../drafts/drafts.ts";
import { clearWork } from "../hooks/creation-storage.ts";
import { DailyUsage, LimitCard } from "../limits/daily-usage.tsx";
import { AudioPreviewStep } from "../preview/audio-preview-step.tsx";
import { PublishStep } from "../publish/publish-step.tsx";
import { ReadingOffers } from "../readings/reading-offers-notice.tsx";
import { EditScriptStep } from "../script/edit-script-step.tsx";
import { ScriptReviewStep } from "../script/script-review-step.tsx";
import { useReplacedEdits } from "../script/use-replaced-edits.ts";
import { TaskProgress } from "../tasks/components/task-progress.tsx";
import { InputStep } from "./input-step.tsx";
import { typedText, UnsavedText } from "./unsaved-text.tsx";
import { useLastPage, useRevalidation } from "./use-creation-page.ts";
import { refusalMessage, useCreationToasts } from "./use-creation-toasts.ts";

interface CreationScreenProps {
  flow: CreationFlow;
  page: CreationPage | null;
  formResult: FormResult | undefined;
}

const reviewIntents: ReadonlySet<CreationIntent> = new Set([
  "generate-audio",
  "regenerate-script",
  "rewrite-script",
  "save-voices",
  "set-reading",
]);

/** Where each form that holds typed or chosen values is shown. */
const stepOfForm: Partial<Record<CreationIntent, CreationStep | "edit">> = {
  "generate-script": "input",
  "save-script": "edit",
  "save-voices": "script-review",
  "generate-audio": "script-review",
  "regenerate-script": "script-review",
  "rewrite-script": "script-review",
  "respeak-line": "audio-preview",
  "save-heading": "audio-preview",
  publish: "final-review",
};

/** Four steps from a text to a published track. */
export function CreationScreen({ flow, ...props }: CreationScreenProps) {
  const page = useLastPage(props.page);
  const formResult = useLastFormResult(props.formResult);
  const [search] = useSearchParams();
  const chosen = chosenSteps.find((step) => step === search.get("step"));
  useCreationToasts({ flow, page, formResult });
  const resetting = useResetting(flow, page);
  const step = page && stepOf(page, chosen);
  useRevalidation(flow, page, step);
  // Also shows work begun on another device.
  useRevalidateOn("tasks", { isEnabled: props.page !== null && !resetting });
  const stepRef = useFocusOnStep(step);
  const owner = { flow: flow.flow, viewerId: page?.viewerId ?? "" };
  const replaced = useReplacedEdits(owner, page?.state.draft ?? null);

  if (!page || !step) {
    const submitted = submittedValue(formResult, "inputText") ?? (formResult && typedText(formResult));
    return (
      <>
        <LoginPrompt
          returnPath={flow.path}
          heading={creationTitle}
          lead="あなたの文章が、ふたりの声で話す短い音声になります。"
        />
        {submitted && (
          <div className="mx-auto max-w-160 px-4 pb-10">
            <SubmittedText text={submitted} />
          </div>
        )}
      </>
    );
  }
  const { state, usage, viewerId, engines } = page;
  const { running, preview, draft, failure } = state;
  const isLimited = usage.remaining === 0;
  // Whoever has a preview needs neither a generation nor the engine, except for another text.
  const showsLimits = !running && (step === "input" || !preview);
  const showsPause = showsLimits && engines.pause !== null;
  const intent = formResult && submittedIntent(formResult);
  const refusal = formResult && refusalMessage(flow.flow, formResult);
  const hasWork = state.step !== "input" || running !== null;
  const isEditing = chosen === "edit" && step === "script-review" && draft !== null && !running;
  const formsStep = isEditing ? "edit" : step;
  const isFormGone = intent && stepOfForm[intent] && (running || stepOfForm[intent] !== formsStep);
  const unsaved = formResult && isFormGone && typedText(formResult);
  const taskFailure = failure && taskFailureMessage({ ...failure, flow: flow.flow });
  if (chosen === "start-over" && hasWork) {
    return (
      <Page title={creationTitle}>
        <StartOverCard flow={flow} state={state} />
      </Page>
    );
  }
  return (
    <Page title={creationTitle} actions={<DailyUsage usage={usage} />}>
      <div className="space-y-6">
        <StepIndicator step={step} />
        <div ref={stepRef} tabIndex={-1} className="space-y-6 outline-none">
          {isLimited && showsLimits && <LimitCard usage={usage} />}
          {showsPause && (
            <Notice tone="warning" title={engines.pause}>
              入力した文章は、この端末に残ります。
            </Notice>
          )}
          {refusal && !showsPause && !(isLimited && showsLimits && formResult.status === 429) && (
            <Notice tone="error" title={refusal.title}>
              {refusal.description}
            </Notice>
          )}
          {taskFailure && !running && !formResult && !(showsPause && failure.kind === "script") && (
            <Notice tone="error" title={taskFailure.title}>
              {taskFailure.description}
            </Notice>
          )}
          {(step === "script-review" || step === "audio-preview") && !isEditing && (
            <ReadingOffers offers={page.offers} path={flow.path} />
          )}
          {running && (
            <TaskProgress key={`${running.taskId} ${preview?.version}`} flow={flow} task={running} />
          )}
          {step === "input" && !running && (
            <InputStep
              key={`${state.inputText}\n${state.title}`}
              flow={flow}
              viewerId={viewerId}
              initial={state}
              isFilled={page.isFilled}
              laterStep={state.step === "input" ? null : state.step}
              formResult={intent === "generate-script" ? formResult : undefined}
              disabled={isLimited}
              isPaused={engines.pause !== null}
              sharing={engines.sharing}
              forms={page.forms}
              lengths={page.lengths}
            />
          )}
          {step === "input" && running && <SubmittedText text={state.inputText} />}
          {unsaved ? (
            <UnsavedText text={unsaved} />
          ) : (
            replaced.text && <UnsavedText text={replaced.text} onDiscard={replaced.discard} />
          )}
          {isEditing && draft && (
            <EditScriptStep
              key={draft.taskId}
              flow={flow}
              viewerId={viewerId}
              draft={draft}
              formResult={intent === "save-script" ? formResult : undefined}
            />
          )}
          {step === "script-review" && draft && !isEditing && (
            <ScriptReviewStep
              key={draft.taskId}
              flow={flow}
              viewerId={viewerId}
              state={state}
              draft={draft}
              doubtful={page.doubtful}
              words={page.words}
              voices={page.voices}
              sources={page.sources}
              promise={page.promise}
              isLimited={isLimited}
              isPaused={engines.pause !== null}
              formResult={intent && reviewIntents.has(intent) ? formResult : undefined}
            />
          )}
          {step === "audio-preview" && preview && (
            <AudioPreviewStep {...{ flow, state, preview, usage, formResult }} words={page.words} />
          )}
          {step === "final-review" && preview && (
            <PublishStep
              flow={flow}
              viewerId={viewerId}
              preview={preview}
              time={page.publishTime}
              formResult={intent === "publish" ? formResult : undefined}
            />
          )}
          {running && !running.isRevision && <StartOverButton flow={flow} state={state} />}
          {step === "input" && (
            <p className="text-center">
              <Link
                to={draftsPath}
                className="inline-flex min-h-11 items-center text-sm text-accent underline"
              >
                下書きと公開の予定
              </Link>
            </p>
          )}
        </div>
      </div>
    </Page>
  );
}

function stepOf({ state }: CreationPage, chosen: ChosenStep | undefined): CreationStep {
  if (chosen === "publish" && state.step === "audio-preview" && !state.running) return "final-review";
  if (chosen === "input" && !state.running) return "input";
  return state.step;
}

function SubmittedText({ text }: { text: string }) {
  return (
    <section
      aria-label="送信した本文"
      className="rounded-card border border-line p-4 whitespace-pre-line text-muted"
    >
      {text}
    </section>
  );
}

/** So that a screen reader continues there. */
function useFocusOnStep(step: CreationStep | null) {
  const ref = useRef<HTMLDivElement>(null);
  const previous = useRef(step);
  useEffect(() => {
    if (previous.current === step) return;
    previous.current = step;
    ref.current?.focus({ preventScroll: true });
  }, [step]);
  return ref;
}

function StepIndicator({ step }: { step: CreationStep }) {
  const current = creationSteps.findIndex(({ id }) => id === step);
  return (
    <ol aria-label="作成の手順" className="flex">
      {creationSteps.map(({ id, label }, position) => {
        const isDone = position < current;
        const isCurrent = position === current;
        return (
          <li
            key={id}
            aria-current={isCurrent ? "step" : undefined}
            className="relative flex flex-1 flex-col items-center gap-1.5"
          >
            {position > 0 && (
              <span
                aria-hidden="true"
                className={classNames(
                  "absolute top-3.5 right-[calc(50%+1.25rem)] left-[calc(-50%+1.25rem)] h-px",
                  isDone || isCurrent ? "bg-accent" : "bg-line-strong/50",
                )}
              />
            )}
            <span
              className={classNames(
                "grid size-7 place-items-center rounded-full border text-xs font-bold tabular-nums",
                isCurrent && "border-accent bg-accent text-on-accent",
                isDone && "border-accent text-accent",
                !isCurrent && !isDone && "border-line-strong/50 text-muted",
              )}
            >
              {isDone ? <Icon name="check" className="size-3.5" /> : position + 1}
            </span>
            <span
              className={classNames(
                "text-center text-xs wrap-anywhere break-keep",
                isCurrent ? "font-bold" : "text-muted",
              )}
            >
              {label.map((word) => (
                <Fragment key={word}>
                  {word}
                  <wbr />
                </Fragment>
              ))}
              {isDone && <span className="sr-only">（完了）</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/**
 * From the click until `flow.resetDurationMs` after success; loads nothing meanwhile. Clears stored input only after success.
 */
function useResetting(flow: CreationFlow, page: CreationPage | null): boolean {
  const navigation = useNavigation();
  const isSubmitting = navigation.formData?.get("intent") === "start-over";
  const [resetting, setResetting] = useState(false);
  const isCancelling = useRef(false);
  const state = page?.state;
  const viewerId = page?.viewerId;

  useEffect(() => {
    if (!state || !viewerId) return;
    if (isSubmitting) {
      isCancelling.current = true;
      setResetting(true);
      return;
    }
    if (!isCancelling.current) return;
    isCancelling.current = false;
    if (state.step === "input" && !state.running) clearWork({ flow: flow.flow, viewerId });
    const timer = setTimeout(() => setResetting(false), flow.resetDurationMs);
    return () => clearTimeout(timer);
  }, [isSubmitting, flow, state, viewerId]);

  return resetting;
}
