import { crashPoint } from "#app/crash-point.server.ts";
import { factChecker } from "#app/engines/fact-check/choose-fact-checker.ts";
import { scriptEngine } from "#app/engines/script/choose-script-engine.ts";
import { providerAccess } from "#app/features/providers/server/provider-access.server.ts";
import { PermanentFailure, type TaskRun } from "#app/features/tasks/run-task.server.ts";
import { type GenerationTask, stageProgress } from "#app/features/themes/tasks/generation-task.ts";
import {
  completeGenerationTask,
  findApprovedTheme,
  recordStage,
  storeScript,
} from "#app/features/themes/tasks/server/run-generation-task.server.ts";
import { logger } from "#app/logger.server.ts";
import type { StoredGenerationFactCheck } from "#db/schema/index.ts";
import { mannerOf, speakScript } from "./speak-script.ts";

/**
 * Makes a theme or a text a track of the official account: script, fact check, speech, track. Stops when the task is
 * cancelled. After a crash it goes on behind the last stage whose result is stored. Throws `PermanentFailure` for a theme
 * that is not approved any more.
 */
export async function generateTrack(task: GenerationTask, run: TaskRun<GenerationTask>): Promise<void> {
  const { signal } = run;
  const { script, labels } =
    task.script === null ? await writeScript(task, signal) : { script: task.script, labels: task.labels };
  crashPoint("generation-script");
  if (task.factCheck === null) await checkFacts(task, script, signal);
  crashPoint("generation-fact-check");
  await recordStage(task.id, "audio_generation");
  const share = (stageProgress.audio_complete - stageProgress.audio_generation) / 100;
  const audio = await speakScript({
    taskId: task.id,
    script,
    speakingRate: task.speakingRate,
    manner: mannerOf({ labels }),
    caller: { userId: null, taskId: task.id },
    signal,
    onProgress: (percent) => run.report(stageProgress.audio_generation + percent * share),
  });
  await recordStage(task.id, "audio_complete");
  await completeGenerationTask(task.id, audio);
  crashPoint("generation-published");
}

/** Writes the script and, where the engine's own check found something, discloses that in it. Stores and returns it. */
async function writeScript(
  task: GenerationTask,
  signal: AbortSignal,
): Promise<{ script: string; labels: string[] }> {
  const source = await findSource(task);
  crashPoint("generation-started");
  await recordStage(task.id, "script_generation");
  const engine = scriptEngine(providerAccess({ userId: null, taskId: task.id }));
  const written = await engine.write({ ...source, signal });
  let { script } = written;
  const { issues } = written.factCheck;
  if (issues.length > 0) {
    await recordStage(task.id, "final_script_generation");
    const { inputText } = source;
    ({ script } = await engine.revise({ inputText, originalScript: script, issues, signal }));
  }
  const { title, labels } = written;
  await storeScript(task.id, { script, title, labels });
  return { script, labels };
}

async function findSource(task: GenerationTask): Promise<{ inputText: string; title?: string }> {
  if (task.inputText !== null) return { inputText: task.inputText };
  const theme = await findApprovedTheme(task.themeId);
  if (!theme) throw new PermanentFailure("テーマがないか、採用されていないため、生成できませんでした。");
  await recordStage(task.id, "theme_loaded");
  return { inputText: theme.content, title: theme.title };
}

/**
 * Checks the finished script, after a search where the checker does one, and stores the result. A check that does not succeed
 * is stored as such and stops nothing.
 */
async function checkFacts(task: GenerationTask, script: string, signal: AbortSignal): Promise<void> {
  const checker = factChecker(providerAccess({ userId: null, taskId: task.id }));
  let factCheck: StoredGenerationFactCheck;
  try {
    let { grounding } = task;
    if (checker.search && grounding === null) {
      await recordStage(task.id, "grounding_search");
      grounding = await checker.search({ script, signal });
      await recordStage(task.id, "grounding_complete", { grounding });
    }
    await recordStage(task.id, "fact_checking");
    factCheck = await checker.check({ script, grounding, signal });
  } catch (error) {
    signal.throwIfAborted();
    logger.error({ taskId: task.id, err: error }, "fact check failed");
    const summary = "ファクトチェックを実行できませんでした。公開された音声をご確認ください。";
    factCheck = { status: "error", confidence: 0, summary, issues: [] };
  }
  await recordStage(task.id, "fact_check_complete", { factCheck });
}
