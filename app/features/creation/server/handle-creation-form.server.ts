import { requireMember, type Viewer } from "#app/features/accounts/viewer.ts";
import { Conflict } from "#app/features/domain-error.ts";
import type { FlashKey } from "#app/features/site/flash.ts";
import { saveTypedText } from "#app/features/sources/server/sources.server.ts";
import { waitForTask } from "#app/features/tasks/watch-task.server.ts";
import { trackPath } from "#app/features/tracks/track.ts";
import type { CreationForm } from "../creation.schema.ts";
import { awaitsReview, creationFlows, type FlowId, justPublished, stepPath } from "../creation.ts";
import { staleScript } from "../creation-messages.ts";
import type { CreationState, ScriptDraft } from "../creation-page.ts";
import { draftsPath } from "../drafts/drafts.ts";
import { publishTimeOf } from "../drafts/publish-time.ts";
import { planPublication } from "../drafts/server/plan-publication.server.ts";
import { minutesPath } from "../minutes/minutes.ts";
import { defaultNarration, withChoices } from "../narration/narration.ts";
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

/** Waits this long before showing the next page. */
const quickMs = 3000;

interface NextPage {
  path: string;
  /** No screen: the browser must load a document. */
  reloadDocument?: boolean;
  flash?: FlashKey;
  version?: number;
}

/**
 * Performs a form, once even if sent twice, and returns the next page, which also shows a failed script
 * (`CreationState.failure`). Sends a publishing visitor to sign-in. Throws `Invalid`, `Conflict` (script gone, replaced, spoken
 * or busy elsewhere), `LimitReached`, `NotAuthenticated`, `AccountNotApproved`.
 */
export async function handleCreationForm(options: {
  viewer: Viewer | null;
  flow: FlowId;
  form: CreationForm;
  signal: AbortSignal;
  siteActor: ReadingChooser["siteActor"];
}): Promise<NextPage> {
  const { flow, form, signal, siteActor } = options;
  const samePage = samePageOf(flow);
  if (!options.viewer && form.intent === "publish") {
    return { path: `/auth/google?redirect=${encodeURIComponent(samePage.path)}`, reloadDocument: true };
  }
  const viewer = requireMember(options.viewer);
  const post: Post = { viewer, flow, signal, siteActor };
  switch (form.intent) {
    case "start-over":
      await startOver({ viewer, flow });
      return samePage;
    case "cancel":
      await cancelTask({ viewer, taskId: form.taskId });
      return samePage;
    case "save-script":
      return saveEditedScript(post, form);
    case "edit-script":
      return continueEditing(post, form);
    case "save-heading":
      await savePreviewHeading({ viewer, ...form });
      return samePage;
    case "undo-line":
      await undoLine({ viewer, ...form });
      await waitForTask(previews, { taskId: form.taskId, timeoutMs: quickMs, signal });
      return samePage;
    case "respeak-line":
      return respeak(post, form);
    case "set-line-reading":
      return setLineReading(post, form);
    case "publish":
      return publish(post, form);
    case "generate-script":
      return generateScript(post, form);
    default:
      return handleDraftForm(post, form);
  }
}

interface Post {
  viewer: Viewer;
  flow: FlowId;
  signal: AbortSignal;
  siteActor: ReadingChooser["siteActor"];
}

type FormOf<Intent extends CreationForm["intent"]> = Extract<CreationForm, { intent: Intent }>;

const samePageOf = (flow: FlowId): NextPage => ({ path: creationFlows[flow].path });

async function saveEditedScript({ viewer, flow }: Post, form: FormOf<"save-script">): Promise<NextPage> {
  const { scriptTaskId: taskId, posted, script } = form;
  const { title, labels } = posted;
  const { draft } = await findCreationState({ viewer, flow });
  const hasReplaced = await saveScript({ viewer, taskId, title, labels, script, form });
  const offers = draft?.taskId === taskId ? findNewReadings(draft.script, script) : [];
  return {
    path: samePageOf(flow).path + offersQuery(offers),
    flash: hasReplaced ? "script-edits-replaced" : "script-updated",
  };
}

async function continueEditing({ viewer, flow }: Post, form: FormOf<"edit-script">): Promise<NextPage> {
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

async function respeak({ viewer, flow, signal }: Post, form: FormOf<"respeak-line">): Promise<NextPage> {
  const { taskId, line, text } = form;
  const { preview } = await findCreationState({ viewer, flow });
  await respeakLine({ viewer, ...form });
  const before = preview?.taskId === taskId ? preview.lines[line]?.text : undefined;
  const offers = before === undefined ? [] : findNewReadings(`A: ${before}`, `A: ${text}`);
  await waitForTask(previews, { taskId, timeoutMs: quickMs, signal });
  return { path: samePageOf(flow).path + offersQuery(offers) };
}

async function setLineReading(post: Post, form: FormOf<"set-line-reading">): Promise<NextPage> {
  const { viewer, flow, signal, siteActor } = post;
  const { taskId, version, line } = form;
  const { preview } = await findCreationState({ viewer, flow });
  const shown = preview?.taskId === taskId ? preview.lines[line]?.text : undefined;
  const stale = revisionMessages.stale;
  const { text, flash } = await chooseReading({ viewer, siteActor, text: shown, choice: form, stale });
  if (text === null) return { ...samePageOf(flow), flash };
  await respeakLine({ viewer, taskId, version, line, text });
  await waitForTask(previews, { taskId, timeoutMs: quickMs, signal });
  return samePageOf(flow);
}

async function publish({ viewer }: Post, form: FormOf<"publish">): Promise<NextPage> {
  const { previewFilename, title } = form;
  const publishAt = publishTimeOf(form, new Date());
  if (publishAt) {
    await planPublication({ viewer, previewFilename, title, publishAt });
    return { path: draftsPath, flash: "track-planned" };
  }
  const { trackId, isTakenDown } = await publishTrack({ viewer, previewFilename, title });
  const path = trackPath({ id: trackId, userId: viewer.id, posterCustomUserId: viewer.customUserId });
  return isTakenDown
    ? { path: path + awaitsReview, flash: "track-awaits-review" }
    : { path: path + justPublished, flash: "track-published" };
}

async function generateScript(post: Post, form: FormOf<"generate-script">): Promise<NextPage> {
  const { viewer, flow, signal } = post;
  const state = await findCreationState({ viewer, flow });
  const { inputText, title, speakingRate = state.speakingRate } = form;
  if (state.running) {
    if (isWriting(state, inputText)) return samePageOf(flow);
    throw new Conflict(staleScript.busy.description);
  }
  if (form.minutes) {
    const { minutes, form: told, hasGreetings, textKind } = form;
    const sourceId = await saveTypedText({ viewer, flow, text: inputText, title: title ?? "" });
    const choice = { minutes, form: told, hasGreetings, textKind, title: title ?? "", speakingRate };
    return { path: minutesPath(sourceId, choice) };
  }
  const { isChosen, seconds, isByRules, focus } = defaultNarration;
  const narration = withChoices(state.narration, { ...form, isChosen, seconds, isByRules, focus });
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
  return samePageOf(flow);
}

/** About the script that the page shows. */
type DraftForm =
  | RewritingForm
  | FormOf<"regenerate-script" | "generate-audio" | "save-voices" | "set-reading">;

async function handleDraftForm(post: Post, form: DraftForm): Promise<NextPage> {
  const { viewer, flow, siteActor } = post;
  const state = await findCreationState({ viewer, flow });
  const samePage = samePageOf(flow);
  if (await isAnswered(viewer, state, form)) return samePage;
  const draft = requireDraft(state, form.scriptTaskId);
  if (state.running) {
    const isSentTwice =
      form.intent === "generate-audio"
        ? state.running.kind === "preview"
        : rewritingIntents.has(form.intent) && isWriting(state, draft.inputText);
    if (isSentTwice) return samePage;
    throw new Conflict(staleScript.busy.description);
  }
  if (form.intent === "set-reading")
    return { ...samePage, flash: await setDraftReading({ viewer, siteActor, draft, choice: form }) };
  const speakingRate =
    (form.intent === "rewrite-script" ? undefined : form.speakingRate) ?? state.speakingRate;
  if (form.intent === "regenerate-script") return regenerateScript(post, draft, speakingRate);
  if (isRewriting(form)) return rewriteScript(post, form, { draft, speakingRate });
  const narration = withChoices(draft.narration, form);
  const { taskId, script, title, inputText, labels, textKind, factCheck } = draft;
  if (form.intent === "save-voices") {
    await saveVoices({ viewer, taskId, script, narration, speakingRate });
    return samePage;
  }
  await startPreview({
    ...{ viewer, flow, script, title, inputText, speakingRate, narration, labels, textKind, factCheck },
    isRemembered: true,
    scriptTaskId: taskId,
    dropsRepeat: true,
  });
  return samePage;
}

/** By its fact check. */
function regenerateScript(post: Post, draft: ScriptDraft, speakingRate: number): Promise<NextPage> {
  const { inputText, title, script, factCheck, labels, isTitleDerived, textKind, narration } = draft;
  const issues = factCheck?.issues ?? [];
  return writeAgain(post, {
    ...{ inputText, title, speakingRate, narration },
    revision: { originalScript: script, issues, labels, isTitleDerived, textKind },
    dropsRepeat: true,
  });
}

function rewriteScript(
  post: Post,
  form: RewritingForm,
  { draft, speakingRate }: { draft: ScriptDraft; speakingRate: number },
): Promise<NextPage> {
  return writeAgain(post, {
    inputText: draft.inputText,
    title: draft.isTitleDerived ? undefined : draft.title,
    speakingRate,
    narration: { ...withChoices(draft.narration, form), isByRules: form.intent === "write-by-rules" },
    // The same text with the same choices is another attempt.
    dropsRepeat: form.intent === "rewrite-script",
  });
}

async function writeAgain(
  { viewer, flow, signal }: Post,
  script: Omit<Parameters<typeof startScript>[0], "viewer" | "flow">,
): Promise<NextPage> {
  const taskId = await startScript({ viewer, flow, ...script });
  const ended = await waitForTask(scripts, { taskId, timeoutMs: quickMs, signal });
  return ended === "completed" ? { ...samePageOf(flow), flash: "script-updated" } : samePageOf(flow);
}

type RewritingForm = FormOf<"rewrite-script" | "rewrite-to-length" | "write-by-rules">;

const rewritingIntents: ReadonlySet<string> = new Set([
  "regenerate-script",
  "rewrite-script",
  "rewrite-to-length",
  "write-by-rules",
]);

const isRewriting = (form: CreationForm): form is RewritingForm =>
  form.intent !== "regenerate-script" && rewritingIntents.has(form.intent);

function isWriting({ running, inputText }: CreationState, text: string): boolean {
  return running?.kind === "script" && inputText === text;
}

/** The second click of a form that has done everything. */
async function isAnswered(
  viewer: Viewer,
  { draft, preview, ...state }: CreationState,
  form: DraftForm,
): Promise<boolean> {
  const { intent, scriptTaskId } = form;
  if (!draft) return false;
  if (intent === "regenerate-script") {
    return draft.taskId !== scriptTaskId && (await isJustRevised({ viewer, scriptTaskId }));
  }
  if (intent === "rewrite-to-length" || intent === "write-by-rules")
    return draft.taskId !== scriptTaskId && draft.narration.isByRules === (intent === "write-by-rules");
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

/** The page's script, if the form is about it and it has no audio. */
function requireDraft({ draft, preview }: CreationState, taskId: string): ScriptDraft {
  if (!draft) throw new Conflict(staleScript.gone.description);
  if (draft.taskId !== taskId) throw new Conflict(staleScript.replaced.description);
  if (preview) throw new Conflict(staleScript.spoken.description);
  return draft;
}
