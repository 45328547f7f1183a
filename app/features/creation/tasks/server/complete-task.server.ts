import { eq } from "drizzle-orm";
import type { FactCheck } from "#app/engines/fact-check/fact-check.schema.ts";
import type { TextKind } from "#app/engines/script/text-kind.ts";
import { normalizeName } from "#app/features/accounts/normalize-name.ts";
import { completeTask, lockOpenTask } from "#app/features/tasks/task-life.server.ts";
import { primary, write } from "#db/client.ts";
import { audioTasks, type StoredMaking, type StoredPreview } from "#db/schema/index.ts";
import { type AudioTask, taskLifetimes } from "../../audio-task.ts";
import { countCompletion } from "./count-generation.server.ts";
import { kindOf, previews } from "./creation-kinds.server.ts";

/** Gives an untitled task its title, which may be words of the member's text. Returns false if the task has ended. */
export function completeScript(
  taskId: string,
  result: {
    title: string;
    script: string;
    labels: string[];
    factCheck: FactCheck;
    /** A revision leaves it. */
    textKind?: TextKind;
    making?: StoredMaking;
  },
): Promise<boolean> {
  const expiresAt = new Date(Date.now() + taskLifetimes.scriptMs);
  return complete(taskId, ({ isTitleDerived, title }) => ({
    ...result,
    title: normalizeName(result.title),
    isTitleDerived: isTitleDerived || title === "",
    expiresAt,
  }));
}

/** Stores a preview whose files are there. Returns false if the task has ended. */
export function completePreview(taskId: string, preview: StoredPreview): Promise<boolean> {
  return complete(taskId, ({ flow }) => {
    const lifetimeMs = flow === "series" ? taskLifetimes.episodeMs : taskLifetimes.previewMs;
    return { preview, expiresAt: new Date(Date.now() + lifetimeMs) };
  });
}

export async function filesInUse(taskId: string): Promise<string[]> {
  const [task] = await primary
    .select({ preview: audioTasks.preview })
    .from(audioTasks)
    .where(eq(audioTasks.id, taskId));
  return (task?.preview?.files ?? []).map(({ storageKey }) => storageKey);
}

function complete(taskId: string, result: (task: AudioTask) => Partial<AudioTask>): Promise<boolean> {
  return write(async (tx) => {
    const task = await lockOpenTask(tx, previews, taskId);
    if (!task) return false;
    await completeTask(tx, kindOf(task), task, { ...result(task), stage: "completed" });
    await countCompletion(tx, task);
    return true;
  });
}
