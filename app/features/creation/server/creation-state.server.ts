import { and, desc, eq, gt, isNull } from "drizzle-orm";
import { db } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import { type AudioTask, isOpen } from "../audio-task.ts";
import type { FactCheck } from "../fact-check.ts";
import { type PreviewReply, presentPreview } from "../present-task.ts";

export interface ScriptDraft {
  taskId: string;
  title: string;
  script: string;
  labels: string[];
  factCheck: FactCheck;
  inputText: string;
  speakingRate: number;
}

/** Where the member stands in a creation page; the server's rows are the truth, so every device shows the same. */
export interface CreationState {
  step: "input" | "script-review" | "audio-preview";
  /** What is in the form of the first step. */
  inputText: string;
  title: string;
  draft: ScriptDraft | null;
  preview: (PreviewReply & { taskId: string; labels: string[]; factCheck: FactCheck | null }) | null;
  /** Work that runs now. */
  running: {
    taskId: string;
    kind: "script" | "preview";
    stage: string;
    progress: number;
    /** By the server's clock, so that a page with a wrong one shows the same. */
    elapsedMs: number;
  } | null;
  /** The latest work's failure, as long as it is the latest thing that happened. */
  failure: { taskId: string; kind: "script" | "preview"; message: string } | null;
}

/** Restores a creation page (spec 3 §4 "Restore on load"). Published and discarded work is not restored. */
export async function findCreationState(options: {
  viewer: { id: string };
  flow: "v1" | "v2";
}): Promise<CreationState> {
  const [preview, script] = await Promise.all([latest(options, "preview"), latest(options, "script")]);
  const written = script?.state === "completed" ? script : await latest(options, "script", "completed");
  const draft = written ? asDraft(written) : null;
  const finished = preview ? presentPreview(preview) : null;
  const newest = [preview, script].filter((task) => task !== undefined).sort(newestFirst)[0];
  const open = [preview, script].find((task) => task && isOpen(task));
  const failed = newest?.state === "failed" ? newest : undefined;
  // A finished preview stands until a newer script is written over it; a failed or cancelled try changes nothing.
  const overwrites = script && (isOpen(script) || script.state === "completed") ? script : written;
  const previewIsNewest = preview && finished && (!overwrites || preview.createdAt >= overwrites.createdAt);
  return {
    step: previewIsNewest
      ? "audio-preview"
      : (draft ?? (open?.kind === "preview" ? open : null))
        ? "script-review"
        : "input",
    inputText: script?.inputText ?? draft?.inputText ?? "",
    title: script?.title ?? "",
    draft: draft ?? (open?.kind === "preview" ? asDraft(open) : null),
    preview:
      previewIsNewest && preview && finished
        ? { ...finished, taskId: preview.id, labels: preview.labels ?? [], factCheck: preview.factCheck }
        : null,
    running: open
      ? {
          taskId: open.id,
          kind: open.kind,
          stage: open.stage,
          progress: open.progress,
          elapsedMs: Math.max(0, Date.now() - open.createdAt.getTime()),
        }
      : null,
    failure: failed
      ? { taskId: failed.id, kind: failed.kind, message: failed.error ?? "処理に失敗しました" }
      : null,
  };
}

async function latest(
  options: { viewer: { id: string }; flow: "v1" | "v2" },
  kind: "script" | "preview",
  state?: "completed",
): Promise<AudioTask | undefined> {
  const [task] = await db
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

function asDraft(task: AudioTask): ScriptDraft | null {
  if (task.script === null) return null;
  return {
    taskId: task.kind === "script" ? task.id : (task.scriptTaskId ?? task.id),
    title: task.title,
    script: task.script,
    labels: task.labels ?? [],
    factCheck: task.factCheck ?? { status: "verified", confidence: 100, summary: "", issues: [] },
    inputText: task.inputText,
    speakingRate: task.speakingRate,
  };
}

const newestFirst = (a: AudioTask, b: AudioTask) => b.createdAt.getTime() - a.createdAt.getTime();
