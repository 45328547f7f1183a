import { factChecker } from "#app/engines/fact-check/choose-fact-checker.ts";
import type { FactCheck } from "#app/engines/fact-check/fact-check.schema.ts";
import type { ProviderAccess } from "#app/engines/providers/provider-access.ts";
import { scriptEngine } from "#app/engines/script/choose-script-engine.ts";
import { parseScript } from "#app/engines/script/script.ts";
import type { AudioTask } from "#app/features/creation/audio-task.ts";
import { isSpeakable, unspeakableText } from "#app/features/creation/creation.ts";
import { defaultNarration, type Narration } from "#app/features/creation/narration/narration.ts";
import { findRecentScripts } from "#app/features/creation/script/find-recent-scripts.server.ts";
import { completeScript } from "#app/features/creation/tasks/server/complete-task.server.ts";
import { providerAccess } from "#app/features/providers/server/provider-access.server.ts";
import { PermanentFailure, type TaskRun } from "#app/features/tasks/run-task.server.ts";
import { logger } from "#app/logger.server.ts";

/** Writes a member's script, or revises one by the fact check's issues. */
export async function writeScript(task: AudioTask, { signal, report }: TaskRun<AudioTask>): Promise<void> {
  const access = providerAccess({ userId: task.userId, taskId: task.id });
  const engine = scriptEngine(access);
  if (task.originalScript !== null) {
    const { inputText, originalScript, title } = task;
    const revised = await engine.revise({ inputText, originalScript, issues: task.issues ?? [], signal });
    const factCheck = await checkFacts(task.id, { written: revised, access, signal });
    await completeScript(task.id, { title, labels: task.labels ?? [], ...revised, factCheck });
    return;
  }
  const written = await engine.write({
    inputText: task.inputText,
    ...(task.title ? { title: task.title } : {}),
    ...(task.narration ? styleOf({ ...defaultNarration, ...task.narration }) : {}),
    recentScripts: await findRecentScripts(task),
    signal,
    onProgress: report,
  });
  if (!parseScript(written.script).some(({ text }) => isSpeakable(text)))
    throw new PermanentFailure(unspeakableText);
  const factCheck = await checkFacts(task.id, { written, access, signal });
  await completeScript(task.id, { ...written, factCheck });
}

const styleOf = ({ form, length, hasGreetings, textKind }: Narration) => ({
  form,
  length,
  hasGreetings,
  ...(textKind ? { textKind } : {}),
});

/**
 * The fact check of a finished script: the script engine's own where facts are checked by rules, else that of the chosen
 * engine. A check that does not succeed stops nothing: everything in it is unchecked then.
 */
async function checkFacts(
  taskId: string,
  o: { written: { script: string; factCheck: FactCheck }; access: ProviderAccess; signal: AbortSignal },
): Promise<FactCheck> {
  const { written, access, signal } = o;
  const checker = factChecker(access);
  if (checker.name === "local") return written.factCheck;
  const { script } = written;
  try {
    const grounding = (await checker.search?.({ script, signal })) ?? null;
    return await checker.check({ script, grounding, signal });
  } catch (error) {
    signal.throwIfAborted();
    logger.error({ taskId, err: error }, "fact check failed");
    const summary = `ファクトチェックを実行できませんでした。${written.factCheck.summary}`;
    return { ...written.factCheck, status: "issues_found", confidence: 0, summary };
  }
}
