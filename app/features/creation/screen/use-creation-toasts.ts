import { useEffect, useRef } from "react";
import { useNavigation, useRevalidator } from "react-router";
import { type FormResult, firstMessage, submittedValue } from "#app/ui/form/form-result.ts";
import type { ToastMessage } from "#app/ui/toast/toast-message.ts";
import { useToast } from "#app/ui/toast/toasts.tsx";
import { previewReadyMessage } from "../audio-task.ts";
import {
  awaitsReview,
  type CreationFlow,
  type CreationIntent,
  type FlowId,
  submittedIntent,
} from "../creation.ts";
import {
  type CreationFailure,
  cancelledMessage,
  failureMessage,
  malformedPreviewMessage,
  revisionCancelledMessage,
  successMessages,
  taskFailureMessage,
} from "../creation-messages.ts";
import type { CreationPage } from "../creation-page.ts";
import { saveFollowedTask, savePublishedPreview, takeFollowedTask } from "../hooks/creation-storage.ts";
import { fetchTask } from "../tasks/hooks/fetch-tasks.ts";

/** An expired session reloads the page after this time. */
const reloadDelayMs = 3000;

const during: Record<CreationIntent, CreationFailure["during"]> = {
  "generate-script": "script",
  "regenerate-script": "script-fix",
  "rewrite-script": "script",
  "save-script": "other",
  "set-reading": "other",
  "set-line-reading": "other",
  "save-voices": "other",
  "generate-audio": "audio",
  "respeak-line": "other",
  "undo-line": "other",
  "save-heading": "other",
  publish: "publish",
  "start-over": "other",
  cancel: "other",
};

/** The message for a refused form; null if its fields show their errors. */
export function refusalMessage(flow: FlowId, formResult: FormResult): ToastMessage | null {
  const { status, code, result } = formResult;
  const wrong = Object.keys(result.error ?? {});
  if (wrong.some((name) => fieldsWithErrors.has(name))) return null;
  const intent = submittedIntent(formResult);
  // Only the first step has the choice of a form.
  if (intent === "generate-script" && wrong.includes("form")) return null;
  // Without a code the message is not the server's.
  const message = code && firstMessage(formResult);
  return failureMessage({ during: intent ? during[intent] : "other", flow, status, message });
}

const fieldsWithErrors = new Set([
  "way",
  "reading",
  "accent",
  "inputText",
  "text",
  "title",
  "labels",
  "lines",
  "agreedToTerms",
  "voices",
  "voices.A",
  "voices.B",
  "speakerNames.A",
  "speakerNames.B",
]);

/** Shows toasts for what changed since the last state. */
export function useCreationToasts(o: {
  flow: CreationFlow;
  page: CreationPage | null;
  formResult: FormResult | undefined;
}): void {
  const { flow, page, formResult } = o;
  const { show } = useToast();
  const navigation = useNavigation();
  const { revalidate } = useRevalidator();
  const previousPage = useRef<CreationPage | null>(null);
  const cancels = useRef(false);
  /** The page already says that its script is another. */
  const isRefused = useRef(false);
  useEffect(() => {
    isRefused.current = formResult?.status === 409;
  }, [formResult]);
  const intent = navigation.formData?.get("intent");
  useEffect(() => {
    if (intent === "cancel" || intent === "start-over") cancels.current = true;
  }, [intent]);

  useEffect(() => {
    const previous = previousPage.current?.state;
    const previousCount = previousPage.current?.usage.currentCount ?? 0;
    previousPage.current = page;
    if (!page) return;
    const { state, usage } = page;
    const isCancelled = cancels.current && !state.running;
    if (isCancelled) {
      cancels.current = false;
      if (previous?.running && !state.preview)
        show(cancelledMessage({ ...previous.running, isRefunded: usage.currentCount < previousCount }));
      else if (previous?.running?.isRevision) return show(revisionCancelledMessage);
    }
    const runningPreview =
      state.running?.kind === "preview" && !state.running.isRevision ? state.running : null;
    if (runningPreview) {
      saveFollowedTask(flow.flow, runningPreview.taskId);
      if (previous && previous.running?.taskId !== runningPreview.taskId) {
        show(successMessages.audioStarted);
      }
    }
    if (state.preview && takeFollowedTask(flow.flow, state.preview.taskId)) show(previewReadyMessage(usage));
    if (!previous) return;
    const ended = state.running ? null : previous.running;
    if (ended?.kind === "preview" && !state.preview && !state.failure && !isCancelled)
      void findPreviewProblem(ended.taskId).then((problem) => problem && show(problem));
    if (previous.running?.isRevision && !state.running && state.preview && !state.preview.problem)
      show(successMessages.previewChanged);
    const isReplaced = previous.draft && state.draft && previous.draft.taskId !== state.draft.taskId;
    if (isReplaced && !isRefused.current) show(successMessages.scriptUpdated);
    if (state.failure && state.failure.taskId !== previous.failure?.taskId) {
      show(taskFailureMessage({ ...state.failure, flow: flow.flow }));
    }
  }, [flow, page, show]);

  useEffect(() => {
    if (!formResult) return;
    cancels.current = false;
    const message = refusalMessage(flow.flow, formResult);
    const isTextMissing = !submittedValue(formResult, "inputText")?.trim();
    const [textError] = formResult.result.error?.inputText ?? [];
    if (message) show(message);
    else if (textError && isTextMissing) show({ title: textError, tone: "error" });
    // The router does not revalidate after a refusal: usage and engines are outdated.
    if ([409, 429, 503].includes(formResult.status)) void revalidate();
    if (formResult.status !== 401) return;
    const timer = setTimeout(() => location.reload(), reloadDelayMs);
    return () => clearTimeout(timer);
  }, [flow, formResult, show, revalidate]);

  // Still shown while the published track's page loads.
  const hasPublished = navigation.formData?.get("intent") === "publish" && navigation.state === "loading";
  const isLeaving = hasPublished && navigation.location.pathname !== flow.path;
  const isTakenDown = isLeaving && navigation.location.search === awaitsReview;
  const filename = isLeaving ? navigation.formData?.get("previewFilename") : null;
  useEffect(() => {
    if (!isLeaving) return;
    if (typeof filename === "string") savePublishedPreview(filename);
    show(isTakenDown ? successMessages.awaitingReview : successMessages.published);
  }, [isLeaving, isTakenDown, filename, show]);
}

/** Null unless the preview completed and can't be shown. */
async function findPreviewProblem(taskId: string): Promise<ToastMessage | null> {
  try {
    const { status, errorMessage } = await fetchTask(taskId, new AbortController().signal);
    return status === "completed" ? malformedPreviewMessage(errorMessage) : null;
  } catch {
    return null;
  }
}
