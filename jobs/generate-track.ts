import { environment } from "#app/config/environment.ts";
import { crashPoint } from "#app/crash-point.server.ts";
import { factChecker } from "#app/engines/fact-check/choose-fact-checker.ts";
import { textMadeWith, writtenBy } from "#app/engines/made-with.ts";
import { scriptEngine } from "#app/engines/script/choose-script-engine.ts";
import { speakingMannerOf } from "#app/engines/speech/speaking-manner.ts";
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

import type { StoredGenerationFactCheck, StoredMaking } from "#db/schema/index.ts";
import { speakScript } from "./speak-script.ts";

/**
 * Makes an official track of a theme or text: script, fact check, speech. Stops if cancelled; after a crash continues behind
 * the last stored stage. Throws `PermanentFailure` if the theme is no longer approved.
 */
export async function generateTrack(task: GenerationTask, run: TaskRun<GenerationTask>): Promise<void> {
  const { signal } = run;
  const { script, labels, making } =
    task.script === null
      ? await writeScript(task, signal)
      : { script: task.script, labels: task.labels, making: task.making };
  crashPoint("generation-script");
  if (task.factCheck === null) await checkFacts(task, { script, making }, signal);
  crashPoint("generation-fact-check");
  await recordStage(task.id, "audio_generation");
  const share = (stageProgress.audio_complete - stageProgress.audio_generation) / 100;
  const audio = await speakScript({
    taskId: task.id,
    script,
    speakingRate: task.speakingRate,
    manner: speakingMannerOf({ labels }),
    caller: { userId: null, taskId: task.id },
    signal,
    onProgress: (percent) => run.report(stageProgress.audio_generation + percent * share),
  });
  await recordStage(task.id, "audio_complete");
  await completeGenerationTask(task.id, audio);
  crashPoint("generation-published");
}

/** Discloses in it what the engine's own check found. Stores and returns it. */
async function writeScript(
  task: GenerationTask,
  signal: AbortSignal,
): Promise<{ script: string; labels: string[]; making: StoredMaking }> {
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
  const making = { script: writtenBy(script) };
  await storeScript(task.id, { script, title, labels, making });
  return { script, labels, making };
}

async function findSource(task: GenerationTask): Promise<{ inputText: string; title?: string }> {
  if (task.inputText !== null) return { inputText: task.inputText };
  const theme = await findApprovedTheme(task.themeId);
  if (!theme) throw new PermanentFailure("テーマがないか、採用されていないため、生成できませんでした。");
  await recordStage(task.id, "theme_loaded");
  return { inputText: theme.content, title: theme.title };
}

/** Stores the result, also a failed check's, which stops nothing. */
async function checkFacts(
  task: GenerationTask,
  { script, making }: { script: string; making: StoredMaking | null },
  signal: AbortSignal,
): Promise<void> {
  const checkedBy = textMadeWith(environment().FACT_CHECK_ENGINE);
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
  const isChecked = factCheck.status !== "error";
  await recordStage(task.id, "fact_check_complete", {
    factCheck,
    ...(isChecked && { making: { ...making, factCheck: checkedBy } }),
  });
}
