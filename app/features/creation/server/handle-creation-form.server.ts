import { requireMember, type Viewer } from "#app/features/accounts/viewer.ts";
import { Conflict } from "#app/features/domain-error.ts";
import type { FlashKey } from "#app/features/site/flash.ts";
import { saveTypedText } from "#app/features/sources/server/sources.server.ts";
import { waitForTask } from "#app/features/tasks/watch-task.server.ts";
import { trackPath } from "#app/features/tracks/track.ts";
import type { CreationForm } from "../creation.schema.ts";
import { awaitsReview, creationFlows, type FlowId, stepPath } from "../creation.ts";
import { staleScript } from "../creation-messages.ts";
import type { CreationState, ScriptDraft } from "../creation-page.ts";
import { draftsPath } from "../drafts/drafts.ts";
import { publishTimeOf } from "../drafts/publish-time.ts";
import { planPublication } from "../drafts/server/plan-publication.server.ts";
import { minutesPath } from "../minutes/minutes.ts";
import { withChoices } from "../narration/narration.ts";
import { respeakLine, savePreviewHeading, undoLine } from "../preview/revision/revise-preview.server.ts";
import { revisionMessages } from "../preview/revision/revision.ts";
import { findJustSpoken, startPreview } from "../preview/start-preview.server.ts";
import { publishTrack } from "../publish/publish-track.server.ts";
import { chooseReading, type ReadingChooser, setDraftReading } from "../readings/choose-reading.server.ts";
import { findNewReadings, offersQuery } from "../readings/reading-offers.ts";
import { lineAfter } from "../script/document/line-acts.ts";
import { editScriptDraft, saveScript } from "../script/save-script.server.ts";
import { saveVoices } from "../script/save-voices.server.ts";
import { isJustRevised, startScript } from "../script/start-script.server.ts";
import { cancelTask } from "../tasks/server/cancel-task.server.ts";
import { previews, scripts } from "../tasks/server/creation-kinds.server.ts";
import { findCreationState } from "./load-creation-page.server.ts";
import { startOver } from "./start-over.server.ts";

/** A script that is written, or a line that is spoken, within this time is on the page that follows; a slower one is waited for there. */
const quickMs = 3000;

interface NextPage {
  path: string;
  /** The path is no screen: the browser has to load it as a document. */
  reloadDocument?: boolean;
  /** What the page says has happened, where no script says it. */
  flash?: FlashKey;
  /** Of the changes of a script that are not saved yet. */
  version?: number;
}

/**
 * Performs a form of a creation page and returns the page to show next. One that is sent twice is performed once. A failed
 * script is shown by the next page (`CreationState.failure`). A visitor who publishes is sent to sign in. Throws `Invalid`
 * by field, `Conflict` for a script that is gone or was replaced, spoken or is being worked on by another page meanwhile,
 * `LimitReached`, `NotAuthenticated` and `AccountNotApproved`.
 */
export async function handleCreationForm(options: {
  viewer: Viewer | null;
  flow: FlowId;
  form: CreationForm;
  signal: AbortSignal;
  siteActor: ReadingChooser["siteActor"];
}): Promise<NextPage> {
  const { flow, form, signal, siteActor } = options;
  const samePage = { path: creationFlows[flow].path };
  if (!options.viewer && form.intent === "publish") {
    return { path: `/auth/google?redirect=${encodeURIComponent(samePage.path)}`, reloadDocument: true };
  }
  const viewer = requireMember(options.viewer);

  if (form.intent === "start-over") {
    await startOver({ viewer, flow });
    return samePage;
  }
  if (form.intent === "cancel") {
    await cancelTask({ viewer, taskId: form.taskId });
    return samePage;
  }
  if (form.intent === "save-script") {
    const { scriptTaskId: taskId, posted, script } = form;
    const { title, labels } = posted;
    const { draft } = await findCreationState({ viewer, flow });
    const hasReplaced = await saveScript({ viewer, taskId, title, labels, script, form });
    const offers = draft?.taskId === taskId ? findNewReadings(draft.script, script) : [];
    return {
      path: samePage.path + offersQuery(offers),
      flash: hasReplaced ? "script-edits-replaced" : "script-updated",
    };
  }
  if (form.intent === "edit-script") {
    const { version, hasReplaced, lineCount } = await editScriptDraft({
      viewer,
      taskId: form.scriptTaskId,
      ...form,
    });
    const line = lineAfter(form.act, lineCount);
    return {
      path: `${stepPath(creationFlows[flow], "edit")}${line === null ? "" : `#line-${line + 1}`}`,
      ...(hasReplaced && { flash: "script-edits-replaced" as const }),
      version,
    };
  }
  if (form.intent === "save-heading") {
    await savePreviewHeading({ viewer, ...form });
    return samePage;
  }
  if (form.intent === "undo-line") {
    await undoLine({ viewer, ...form });
    await waitForTask(previews, { taskId: form.taskId, timeoutMs: quickMs, signal });
    return samePage;
  }
  if (form.intent === "respeak-line") {
    const { taskId, line, text } = form;
    const { preview } = await findCreationState({ viewer, flow });
    await respeakLine({ viewer, ...form });
    const before = preview?.taskId === taskId ? preview.lines[line]?.text : undefined;
    const offers = before === undefined ? [] : findNewReadings(`A: ${before}`, `A: ${text}`);
    await waitForTask(previews, { taskId, timeoutMs: quickMs, signal });
    return { path: samePage.path + offersQuery(offers) };
  }
  if (form.intent === "set-line-reading") {
    const { taskId, version, line } = form;
    const { preview } = await findCreationState({ viewer, flow });
    const shown = preview?.taskId === taskId ? preview.lines[line]?.text : undefined;
    const stale = revisionMessages.stale;
    const { text, flash } = await chooseReading({ viewer, siteActor, text: shown, choice: form, stale });
    if (text === null) return { ...samePage, flash };
    await respeakLine({ viewer, taskId, version, line, text });
    await waitForTask(previews, { taskId, timeoutMs: quickMs, signal });
    return samePage;
  }
  if (form.intent === "publish") {
    const { previewFilename, title } = form;
    const publishAt = publishTimeOf(form, new Date());
    if (publishAt) {
      await planPublication({ viewer, previewFilename, title, publishAt });
      return { path: draftsPath, flash: "track-planned" };
    }
    const { preview } = await findCreationState({ viewer, flow });
    const labels = preview?.previewFilename === previewFilename ? preview.labels : [];
    const { trackId, isTakenDown } = await publishTrack({ viewer, previewFilename, title, labels });
    const path = trackPath({ id: trackId, userId: viewer.id, posterCustomUserId: viewer.customUserId });
    return isTakenDown
      ? { path: path + awaitsReview, flash: "track-awaits-review" }
      : { path, flash: "track-published" };
  }

  const state = await findCreationState({ viewer, flow });
  if (form.intent === "generate-script") {
    const { inputText, title, speakingRate = state.speakingRate } = form;
    if (state.running) {
      if (isWriting(state, inputText)) return samePage;
      throw new Conflict(staleScript.busy.description);
    }
    if (form.minutes) {
      const { minutes, form: told, hasGreetings, textKind } = form;
      const sourceId = await saveTypedText({ viewer, flow, text: inputText, title: title ?? "" });
      const wish = { minutes, form: told, hasGreetings, textKind, title: title ?? "", speakingRate };
      return { path: minutesPath(sourceId, wish) };
    }
    const narration = withChoices(state.narration, form);
    const startedId = await startScript({
      viewer,
      flow,
      inputText,
      title,
      speakingRate,
      narration,
      isRemembered: true,
      dropsRepeat: true,
    });
    await waitForTask(scripts, { taskId: startedId, timeoutMs: quickMs, signal });
    return samePage;
  }

  if (await isAnswered(viewer, state, form)) return samePage;
  const draft = requireDraft(state, form.scriptTaskId);
  if (state.running) {
    const isSentTwice =
      form.intent === "generate-audio"
        ? state.running.kind === "preview"
        : ["regenerate-script", "rewrite-script"].includes(form.intent) && isWriting(state, draft.inputText);
    if (isSentTwice) return samePage;
    throw new Conflict(staleScript.busy.description);
  }
  const speakingRate =
    (form.intent === "rewrite-script" || form.intent === "set-reading" ? undefined : form.speakingRate) ??
    state.speakingRate;
  if (form.intent === "regenerate-script") {
    const startedId = await startScript({
      viewer,
      flow,
      inputText: draft.inputText,
      title: draft.title,
      revision: {
        originalScript: draft.script,
        issues: draft.factCheck?.issues ?? [],
        labels: draft.labels,
        isTitleDerived: draft.isTitleDerived,
        textKind: draft.textKind,
      },
      speakingRate,
      narration: draft.narration,
      dropsRepeat: true,
    });
    const ended = await waitForTask(scripts, { taskId: startedId, timeoutMs: quickMs, signal });
    return ended === "completed" ? { ...samePage, flash: "script-updated" } : samePage;
  }

  if (form.intent === "set-reading") {
    return { ...samePage, flash: await setDraftReading({ viewer, siteActor, draft, choice: form }) };
  }
  const narration = withChoices(draft.narration, form);
  if (form.intent === "rewrite-script") {
    const startedId = await startScript({
      viewer,
      flow,
      inputText: draft.inputText,
      title: draft.isTitleDerived ? undefined : draft.title,
      speakingRate: state.speakingRate,
      narration,
      dropsRepeat: true,
    });
    const ended = await waitForTask(scripts, { taskId: startedId, timeoutMs: quickMs, signal });
    return ended === "completed" ? { ...samePage, flash: "script-updated" } : samePage;
  }
  if (form.intent === "save-voices") {
    await saveVoices({ viewer, taskId: draft.taskId, script: draft.script, narration, speakingRate });
    return samePage;
  }
  await startPreview({
    viewer,
    flow,
    script: draft.script,
    title: draft.title,
    inputText: draft.inputText,
    speakingRate,
    narration,
    isRemembered: true,
    labels: draft.labels,
    textKind: draft.textKind,
    factCheck: draft.factCheck,
    scriptTaskId: draft.taskId,
    dropsRepeat: true,
  });
  return samePage;
}

/** Whether a script of this text is being written. */
function isWriting({ running, inputText }: CreationState, text: string): boolean {
  return running?.kind === "script" && inputText === text;
}

/** Whether a form is the second click of one that has done all it was for: the page shows what became of it. */
async function isAnswered(
  viewer: Viewer,
  { draft, preview, ...state }: CreationState,
  form: Extract<
    CreationForm,
    { intent: "regenerate-script" | "rewrite-script" | "generate-audio" | "save-voices" | "set-reading" }
  >,
): Promise<boolean> {
  const { intent, scriptTaskId } = form;
  if (!draft) return false;
  if (intent === "regenerate-script") {
    return draft.taskId !== scriptTaskId && (await isJustRevised({ viewer, scriptTaskId }));
  }
  if (intent === "rewrite-script") {
    const { form: told = draft.narration.form, textKind = draft.narration.textKind } = form;
    const isTold = draft.narration.form === told && draft.narration.textKind === textKind;
    return draft.taskId !== scriptTaskId && isTold;
  }
  if (intent !== "generate-audio" || !preview || draft.taskId !== scriptTaskId) return false;
  const { speakingRate = state.speakingRate } = form;
  const narration = withChoices(draft.narration, form);
  return (await findJustSpoken({ viewer, scriptTaskId, speakingRate, narration })) !== undefined;
}

/** The script of the page, if it is the one that a form is about and there is no audio of it yet. */
function requireDraft({ draft, preview }: CreationState, taskId: string): ScriptDraft {
  if (!draft) throw new Conflict(staleScript.gone.description);
  if (draft.taskId !== taskId) throw new Conflict(staleScript.replaced.description);
  if (preview) throw new Conflict(staleScript.spoken.description);
  return draft;
}
