import { and, desc, eq, gt, isNull } from "drizzle-orm";
import { findLineSources } from "#app/engines/script/line-sources.ts";
import { parseScript } from "#app/engines/script/script.ts";
import { requireMember, type Viewer } from "#app/features/accounts/viewer.ts";
import { coverSeedOf } from "#app/features/covers/cover.ts";
import { findDoubtfulReadings } from "#app/features/pronunciations/server/list-pronunciations.server.ts";
import { sharingNotice } from "#app/features/providers/server/external-services.server.ts";
import { findEnginePause } from "#app/features/providers/server/provider-pause.server.ts";
import { findChosenText } from "#app/features/sources/server/sources.server.ts";
import { isOpen } from "#app/features/tasks/task-state.ts";
import { fromStoredFactCheck } from "#app/features/tracks/fact-check.ts";
import { withoutPlaceReadings } from "#app/lib/place-readings.ts";
import { primary } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import { type AudioTask, noRevision } from "../audio-task.ts";
import { type FlowId, speakingRates } from "../creation.ts";
import type { CreationPage, CreationState, DraftEdits, ScriptDraft, ShownPreview } from "../creation-page.ts";
import { offeredTime } from "../drafts/publish-time.ts";
import { getDailyUsage } from "../limits/daily-usage.server.ts";
import { findChoices, offeredForms, offeredLengths } from "../narration/narration.server.ts";
import { defaultNarration } from "../narration/narration.ts";
import { findVoiceOptions } from "../narration/voice-sample.server.ts";
import { linesOf } from "../preview/revision/preview-line.ts";
import { maxRespokenLines } from "../preview/revision/revision.ts";
import {
  findOffers,
  findScriptWords,
  nothingOpened,
  type OpenedWord,
} from "../readings/find-script-words.server.ts";
import type { ScriptWords } from "../readings/word-reading.ts";
import { editedOf, isSaved, noEdits } from "../script/document/script-edits.ts";
import { promiseLength } from "../script/promised-length.server.ts";
import { toPreviewReply } from "../tasks/server/find-task.server.ts";

/** The page's data; null for a visitor. Throws `AccountNotApproved`. */
export async function loadCreationPage(options: {
  viewer: Viewer | null;
  flow: FlowId;
  opened?: OpenedWord;
  sourceId?: string | null;
}): Promise<CreationPage | null> {
  if (!options.viewer) return null;
  const viewer = requireMember(options.viewer);
  const [found, usage, pause, source] = await Promise.all([
    findCreationState({ viewer, flow: options.flow }),
    getDailyUsage(viewer),
    findEnginePause("script", viewer.id),
    options.sourceId ? findChosenText({ viewer, sourceId: options.sourceId }) : null,
  ]);
  const isFilled = source !== null && !found.running;
  const state = isFilled ? { ...found, inputText: source.text, title: source.title } : found;
  const engines = { sharing: sharingNotice(), pause: pause?.message ?? null };
  const reviewed = state.step === "script-review" && !state.running ? state.draft : null;
  const doubtful = reviewed
    ? await findDoubtfulReadings({ userId: viewer.id, text: spokenText(reviewed.script) })
    : [];
  const voices = reviewed && (await findVoiceOptions(reviewed.narration.voices));
  const { opened = nothingOpened } = options;
  const words = await findWords({ viewer, state, opened });
  const sources = reviewed ? findLineSources(reviewed.inputText, parseScript(reviewed.script)) : [];
  const offers = await findOffers({ viewer, opened });
  const promise = reviewed && voices && (await promiseLength({ ...reviewed, voices }));
  return {
    viewerId: viewer.id,
    state,
    isFilled,
    usage,
    engines,
    doubtful,
    words,
    offers,
    forms: offeredForms(),
    lengths: offeredLengths(),
    voices,
    publishTime: offeredTime(new Date()),
    sources,
    promise,
  };
}

/** Of the reviewed script, or of a preview that may change. */
async function findWords(o: {
  viewer: Viewer;
  state: CreationState;
  opened: OpenedWord;
}): Promise<ScriptWords | null> {
  const { step, running, draft, preview } = o.state;
  if (running) return null;
  if (step === "script-review" && draft)
    return findScriptWords({ ...o, script: draft.script, voices: draft.narration.voices });
  if (step === "audio-preview" && preview && preview.remainingLines > 0)
    return findScriptWords({ ...o, script: preview.script, voices: preview.voices });
  return null;
}

const spokenText = (script: string) =>
  parseScript(withoutPlaceReadings(script))
    .map(({ text }) => text)
    .join("\n");

/** Ignores published, planned, discarded and expired tasks. */
export async function findCreationState(options: {
  viewer: { id: string };
  flow: FlowId;
}): Promise<CreationState> {
  const [preview, script, choices] = await Promise.all([
    findLatestTask(options, "preview"),
    findLatestTask(options, "script"),
    findChoices(options.viewer.id),
  ]);
  const written =
    script?.state === "completed" ? script : await findLatestTask(options, "script", "completed");
  const draft = written ? toDraft(written) : null;
  const finished = preview && toShownPreview(preview);
  const newest = [preview, script].filter((task) => task !== undefined).sort(newestFirst)[0];
  const open = [preview, script].find((task) => task && isOpen(task));
  const failed = newest?.state === "failed" ? newest : undefined;
  // A finished preview shows until a newer script runs or completes; failed and cancelled tasks don't count.
  const newerScript = script && (isOpen(script) || script.state === "completed") ? script : written;
  const previewIsNewest = finished && preview && (!newerScript || preview.createdAt >= newerScript.createdAt);
  // A failed or running preview may stand before a finished one.
  const hasFinished = finished || (preview && (await findLatestTask(options, "preview", "completed")));
  return {
    step: previewIsNewest
      ? "audio-preview"
      : (draft ?? (open?.kind === "preview" ? open : null))
        ? "script-review"
        : "input",
    inputText: script?.inputText ?? draft?.inputText ?? "",
    title: ownTitle(script, previewIsNewest ? preview : undefined),
    speakingRate: newest?.speakingRate ?? speakingRates.defaultRate,
    narration: choices,
    draft: draft ?? (open?.kind === "preview" ? toDraft(open) : null),
    preview: previewIsNewest ? finished : null,
    hasOtherPreview: !previewIsNewest && Boolean(hasFinished),
    running: open
      ? {
          taskId: open.id,
          kind: open.kind,
          stage: open.stage,
          progress: open.progress,
          isStarted: open.startedAt !== null,
          isRevision: open.revision?.next !== undefined,
          cover:
            open.kind === "preview" && open.revision === null
              ? { coverId: coverSeedOf(open.id), labels: open.labels ?? [] }
              : null,
        }
      : null,
    failure: failed
      ? {
          taskId: failed.id,
          kind: failed.kind,
          isRevision: failed.originalScript !== null,
          message: failed.error ?? "処理に失敗しました",
        }
      : null,
  };
}

/** Given to a script, or later to its preview. */
function ownTitle(script: AudioTask | undefined, preview: AudioTask | undefined): string {
  if (preview && preview.title !== script?.title) return preview.title;
  return script && !script.isTitleDerived ? script.title : "";
}

function toShownPreview(task: AudioTask): ShownPreview | null {
  const isRevised = task.revision?.next !== undefined;
  const finished = toPreviewReply(isRevised ? { ...task, state: "completed" } : task);
  if (!finished) return null;
  const { version, spoken, earlier } = task.revision ?? noRevision;
  return {
    ...finished,
    // New sound, new address.
    previewUrl: version === 0 ? finished.previewUrl : `${finished.previewUrl}?v=${version}`,
    taskId: task.id,
    coverId: coverSeedOf(task.id),
    labels: task.labels ?? [],
    factCheck: fromStoredFactCheck(task.factCheck),
    speakerNames: task.narration?.names ?? {},
    voices: task.narration?.voices ?? null,
    lines: linesOf({ script: task.script, cues: task.preview?.cues ?? [] }),
    version,
    remainingLines: Math.max(0, maxRespokenLines - spoken),
    canUndo: earlier.length > 0,
    problem: task.error,
  };
}

async function findLatestTask(
  options: { viewer: { id: string }; flow: FlowId },
  kind: "script" | "preview",
  state?: "completed",
): Promise<AudioTask | undefined> {
  const [task] = await primary
    .select()
    .from(audioTasks)
    .where(
      and(
        eq(audioTasks.userId, options.viewer.id),
        eq(audioTasks.kind, kind),
        eq(audioTasks.flow, options.flow),
        eq(audioTasks.isDiscarded, false),
        isNull(audioTasks.trackId),
        isNull(audioTasks.publishAt),
        gt(audioTasks.expiresAt, new Date()),
        ...(state ? [eq(audioTasks.state, state)] : []),
      ),
    )
    .orderBy(desc(audioTasks.createdAt))
    .limit(1);
  return task;
}

function toDraft(task: AudioTask): ScriptDraft | null {
  if (task.script === null) return null;
  return {
    taskId: task.kind === "script" ? task.id : (task.scriptTaskId ?? task.id),
    title: task.title,
    isTitleDerived: task.isTitleDerived,
    script: task.script,
    labels: task.labels ?? [],
    factCheck: fromStoredFactCheck(task.factCheck),
    isRevised: task.originalScript !== null,
    inputText: task.inputText,
    textKind: task.textKind,
    narration: { ...defaultNarration, ...task.narration },
    edits: toDraftEdits({ ...task, script: task.script }),
  };
}

function toDraftEdits(task: AudioTask & { script: string }): DraftEdits {
  const saved = editedOf({ ...task, labels: task.labels ?? [] });
  const { version, shown, earlier, later } = task.edits ?? noEdits(saved);
  return {
    ...shown,
    version,
    isUnsaved: !isSaved(shown, saved),
    canUndo: earlier.length > 0,
    canRedo: later.length > 0,
  };
}

const newestFirst = (a: AudioTask, b: AudioTask) => b.createdAt.getTime() - a.createdAt.getTime();
