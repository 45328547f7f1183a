import { crashPoint } from "#app/crash-point.server.ts";
import { completeScript, recordProgress } from "#app/features/creation/tasks/server/complete-task.server.ts";
import { scriptEngine } from "./engines/script/choose-script-engine.ts";
import type { JobRun } from "./queue.ts";
import { runTask } from "./task-run.ts";

/** Writes a member's script, or revises one by the fact check's issues. */
export async function writeScript({ payload, signal }: JobRun<"write-script">): Promise<void> {
  const stage = "script_generation";
  await runTask({ taskId: payload.taskId, stage, signal }, async (task, taskSignal) => {
    const engine = scriptEngine();
    crashPoint("script-running");
    if (task.originalScript !== null) {
      const revised = await engine.revise({
        inputText: task.inputText,
        originalScript: task.originalScript,
        issues: task.issues ?? [],
        signal: taskSignal,
      });
      await completeScript(task.id, { title: task.title, labels: task.labels ?? [], ...revised });
    } else {
      const written = await engine.write({
        inputText: task.inputText,
        ...(task.title ? { title: task.title } : {}),
        signal: taskSignal,
        onProgress: (percent) => void recordProgress(task.id, stage, percent).catch(() => {}),
      });
      await completeScript(task.id, written);
    }
  });
}
