import { useEffect, useRef } from "react";
import { useNavigation, useRevalidator } from "react-router";
import type { RefusedForm } from "#app/features/refused-form.ts";
import { useToast } from "#app/ui/toasts.tsx";
import { type CreationFlow, type CreationIntent, intentOf } from "../creation-flow.ts";
import { rememberPublished, rememberTask, takeRememberedTask } from "../creation-memory.ts";
import {
  type CreationFailure,
  failureMessage,
  previewReady,
  successes,
  taskFailureMessage,
} from "../creation-messages.ts";
import { announceGeneration } from "../generation-event.ts";
import type { CreationMessage } from "../preview-failure-message.ts";
import type { CreationPage } from "../server/load-creation-page.server.ts";

/** After a lost session the page is loaded anew so much later (spec 3 §9). */
const reloadMs = 3000;

const during: Record<CreationIntent, CreationFailure["during"]> = {
  "generate-script": "script",
  "regenerate-script": "script-fix",
  "generate-audio": "audio",
  publish: "publish",
  "start-over": "other",
  cancel: "other",
};

/** The message for a step that was refused; null when the fields say it themselves. */
export function refusalMessage(flow: "v1" | "v2", refused: RefusedForm): CreationMessage | null {
  const { status, error } = refused;
  if (Object.keys(refused.fields).some((name) => shownFields.has(name))) return null;
  const intent = intentOf(refused);
  return failureMessage({ during: intent ? during[intent] : "other", flow, status, message: error });
}

/** Fields that show their own error. */
const shownFields = new Set(["inputText", "title", "agreedToTerms", "speakingRate"]);

/** Tells in toasts what became of the steps: by what the page shows now against what it showed before. */
export function useCreationToasts(o: {
  flow: CreationFlow;
  page: CreationPage | null;
  refused: RefusedForm | undefined;
}): void {
  const { flow, page, refused } = o;
  const { show } = useToast();
  const navigation = useNavigation();
  const { revalidate } = useRevalidator();
  const before = useRef<CreationPage | null>(null);

  useEffect(() => {
    const last = before.current?.state;
    before.current = page;
    if (!page) return;
    const { state, posting } = page;
    const speaking = state.running?.kind === "preview" ? state.running : null;
    if (speaking) {
      rememberTask(flow.flow, speaking.taskId);
      if (last && last.running?.taskId !== speaking.taskId) {
        announceGeneration();
        show(successes.audioStarted);
      }
    }
    if (state.preview && takeRememberedTask(flow.flow, state.preview.taskId)) show(previewReady(posting));
    if (!last) return;
    if (last.draft && state.draft && last.draft.taskId !== state.draft.taskId) show(successes.scriptUpdated);
    if (state.failure && state.failure.taskId !== last.failure?.taskId) {
      show(taskFailureMessage({ ...state.failure, flow: flow.flow }));
    }
  }, [flow, page, show]);

  useEffect(() => {
    if (!refused) return;
    const message = refusalMessage(flow.flow, refused);
    if (message) show(message);
    else if (refused.fields.inputText && refused.values.inputText?.trim() === "") {
      show({ title: refused.fields.inputText[0] ?? refused.error, tone: "error" });
    }
    // Today's uses are gone: the router loads nothing anew after a refusal, and the count on the page is behind.
    if (refused.status === 429) void revalidate();
    if (refused.status !== 401) return;
    const timer = setTimeout(() => location.reload(), reloadMs);
    return () => clearTimeout(timer);
  }, [flow, refused, show, revalidate]);

  // Publishing leaves the page: while the track's page is on its way, this one still stands.
  const published = navigation.formData?.get("intent") === "publish" && navigation.state === "loading";
  const leaves = published && navigation.location.pathname !== flow.path;
  const filename = leaves ? navigation.formData?.get("previewFilename") : null;
  useEffect(() => {
    if (!leaves) return;
    if (typeof filename === "string") rememberPublished(filename);
    show(successes.published);
  }, [leaves, filename, show]);
}
