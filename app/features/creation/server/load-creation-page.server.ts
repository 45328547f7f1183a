import { and, desc, eq, gt, isNull } from "drizzle-orm";
import { requireMember, type Viewer } from "#app/features/accounts/viewer.ts";
import { findEnginePause } from "#app/features/engines/server/engine-pause.server.ts";
import { sharingNotice } from "#app/features/engines/server/external-services.server.ts";
import {
  type DoubtfulReading,
  findDoubtfulReadings,
} from "#app/features/readings/doubtful-readings.server.ts";
import { fromStoredFactCheck } from "#app/features/tracks/fact-check.ts";
import { parseScript } from "#app/features/tracks/script.ts";
import { primary } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import type { FactCheck } from "../creation.schema.ts";
import { speakingRates } from "../creation.ts";
import { getPostingStatus, type PostingStatus } from "../limits/daily-usage.server.ts";
import { type AudioTask, isOpen } from "../tasks/audio-task.ts";
import { type PreviewReply, toPreviewReply } from "../tasks/server/find-task.server.ts";

export interface CreationPage {
  viewerId: string;
  state: CreationState;
  posting: PostingStatus;
  /** What is sent to others' services, and why no script can be written now; null for nothing. */
  engines: { sharing: string | null; pause: string | null };
  /** Words of the script whose reading is worth a look, while it is reviewed. */
  doubtful: DoubtfulReading[];
}

/** The data of a creation page; null for a visitor. Throws `AccountNotApproved` for a pending or denied account. */
export async function loadCreationPage(options: {
  viewer: Viewer | null;
  flow: "v1" | "v2";
}): Promise<CreationPage | null> {
  if (!options.viewer) return null;
  const viewer = requireMember(options.viewer);
  const [state, posting, pause] = await Promise.all([
    findCreationState({ viewer, flow: options.flow }),
    getPostingStatus(viewer),
    findEnginePause("script", viewer.id),
  ]);
  const engines = { sharing: sharingNotice(), pause: pause?.message ?? null };
  const doubtful =
    state.step === "script-review" && state.draft
      ? await findDoubtfulReadings({ userId: viewer.id, text: spokenText(state.draft.script) })
      : [];
  return { viewerId: viewer.id, state, posting, engines, doubtful };
}

/** A script without the marks of its speakers. */
const spokenText = (script: string) =>
  parseScript(script)
    .map(({ text }) => text)
    .join("\n");

export interface ScriptDraft {
  taskId: string;
  title: string;
  script: string;
  labels: string[];
  /** Null where nothing was checked. */
  factCheck: FactCheck | null;
  inputText: string;
}

/** The state of a creation page, from the rows alone, so that every device shows the same. */
export interface CreationState {
  step: "input" | "script-review" | "audio-preview";
  /** Values for the form of the first step, from the newest task. */
  inputText: string;
  title: string;
  /** As chosen for the newest task, whatever became of it. */
  speakingRate: number;
  draft: ScriptDraft | null;
  preview: (PreviewReply & { taskId: string; labels: string[]; factCheck: FactCheck | null }) | null;
  /** The open task. */
  running: {
    taskId: string;
    kind: "script" | "preview";
    stage: string;
    progress: number;
    /** False while it waits for a worker. */
    isStarted: boolean;
    /** Age of the task by the server's clock. */
    elapsedMs: number;
  } | null;
  /** The failure of the newest task. */
  failure: { taskId: string; kind: "script" | "preview"; message: string } | null;
}

/** The state to which a creation page is restored. Published, discarded and expired tasks do not count. */
export async function findCreationState(options: {
  viewer: { id: string };
  flow: "v1" | "v2";
}): Promise<CreationState> {
  const [preview, script] = await Promise.all([
    findLatestTask(options, "preview"),
    findLatestTask(options, "script"),
  ]);
  const written =
    script?.state === "completed" ? script : await findLatestTask(options, "script", "completed");
  const draft = written ? toDraft(written) : null;
  const finished = preview ? toPreviewReply(preview) : null;
  const newest = [preview, script].filter((task) => task !== undefined).sort(newestFirst)[0];
  const open = [preview, script].find((task) => task && isOpen(task));
  const failed = newest?.state === "failed" ? newest : undefined;
  // A finished preview is shown until a newer script runs or is completed; failed and cancelled tasks do not count.
  const newerScript = script && (isOpen(script) || script.state === "completed") ? script : written;
  const previewIsNewest = preview && finished && (!newerScript || preview.createdAt >= newerScript.createdAt);
  return {
    step: previewIsNewest
      ? "audio-preview"
      : (draft ?? (open?.kind === "preview" ? open : null))
        ? "script-review"
        : "input",
    inputText: script?.inputText ?? draft?.inputText ?? "",
    title: script?.title ?? "",
    speakingRate: newest?.speakingRate ?? speakingRates.defaultRate,
    draft: draft ?? (open?.kind === "preview" ? toDraft(open) : null),
    preview:
      previewIsNewest && preview && finished
        ? {
            ...finished,
            taskId: preview.id,
            labels: preview.labels ?? [],
            factCheck: fromStoredFactCheck(preview.factCheck),
          }
        : null,
    running: open
      ? {
          taskId: open.id,
          kind: open.kind,
          stage: open.stage,
          progress: open.progress,
          isStarted: open.startedAt !== null,
          elapsedMs: Math.max(0, Date.now() - open.createdAt.getTime()),
        }
      : null,
    failure: failed
      ? { taskId: failed.id, kind: failed.kind, message: failed.error ?? "処理に失敗しました" }
      : null,
  };
}

async function findLatestTask(
  options: { viewer: { id: string }; flow: "v1" | "v2" },
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
    script: task.script,
    labels: task.labels ?? [],
    factCheck: fromStoredFactCheck(task.factCheck),
    inputText: task.inputText,
  };
}

const newestFirst = (a: AudioTask, b: AudioTask) => b.createdAt.getTime() - a.createdAt.getTime();
