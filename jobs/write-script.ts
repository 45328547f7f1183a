import { crashPoint } from "#app/crash-point.server.ts";
import {
  beginTask,
  completeScript,
  recordProgress,
  signalOfTask,
} from "#app/features/creation/server/run-task.server.ts";
import { scriptEngine } from "./engines/script/choose-script-engine.ts";
import type { JobRun } from "./run-job.ts";

/** Writes a member's script, or revises one by the fact check's issues. */
export async function writeScript({ payload, signal }: JobRun<"write-script">): Promise<void> {
  const task = await beginTask(payload.taskId, "script_generation");
  if (!task) return;
  const work = signalOfTask(task.id, signal);
  try {
    const engine = scriptEngine();
    crashPoint("script-running");
    if (task.originalScript !== null) {
      const revised = await engine.revise({
        inputText: task.inputText,
        originalScript: task.originalScript,
        issues: task.issues ?? [],
        signal: work.signal,
      });
      await completeScript(task.id, { title: task.title, labels: task.labels ?? [], ...revised });
    } else {
      const written = await engine.write({
        inputText: task.inputText,
        ...(task.title ? { title: task.title } : {}),
        signal: work.signal,
        onProgress: (percent) => void recordProgress(task.id, "script_generation", percent).catch(() => {}),
      });
      await completeScript(task.id, written);
    }
  } finally {
    work.stop();
  }
}
