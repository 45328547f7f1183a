import { environment } from "#app/config/environment.ts";
import { factChecker } from "#app/engines/fact-check/choose-fact-checker.ts";
import type { FactCheck } from "#app/engines/fact-check/fact-check.schema.ts";
import { type MadeWith, textMadeWith, writtenBy } from "#app/engines/made-with.ts";
import type { ProviderAccess } from "#app/engines/providers/provider-access.ts";
import { localScriptEngine, scriptEngine } from "#app/engines/script/choose-script-engine.ts";
import { parseScript } from "#app/engines/script/script.ts";
import type { AudioTask } from "#app/features/creation/audio-task.ts";
import { isSpeakable, unspeakableText } from "#app/features/creation/creation.ts";
import { defaultNarration, type Narration } from "#app/features/creation/narration/narration.ts";
import { findRecentScripts } from "#app/features/creation/script/find-recent-scripts.server.ts";
import { scriptLength } from "#app/features/creation/script/promised-length.server.ts";
import { completeScript } from "#app/features/creation/tasks/server/complete-task.server.ts";
import { providerAccess } from "#app/features/providers/server/provider-access.server.ts";
import { advanceSeries } from "#app/features/series/server/advance-series.server.ts";
import { PermanentFailure, type TaskRun } from "#app/features/tasks/run-task.server.ts";
import { logger } from "#app/logger.server.ts";
import { withEngineTime } from "#app/metrics.server.ts";

/** Writes a member's script, or revises it by the fact check's issues. */
export async function writeScript(task: AudioTask, { signal, report }: TaskRun<AudioTask>): Promise<void> {
  const access = providerAccess({ userId: task.userId, taskId: task.id });
  const narration: Narration = { ...defaultNarration, ...task.narration };
  const { isByRules } = narration;
  const engine = isByRules && task.originalScript === null ? localScriptEngine() : scriptEngine(access);
  if (task.originalScript !== null) {
    const { inputText, originalScript, title } = task;
    const revised = await engine.revise({ inputText, originalScript, issues: task.issues ?? [], signal });
    const { factCheck, checkedBy } = await checkFacts(task.id, { written: revised, access, signal });
    const making = { script: writtenBy(revised.script), factCheck: checkedBy };
    await completeScript(task.id, { title, labels: task.labels ?? [], ...revised, factCheck, making });
    return;
  }
  const written = await withEngineTime({ engine: engine.name, purpose: "script" }, async () =>
    engine.write({
      inputText: task.inputText,
      ...(task.title ? { title: task.title } : {}),
      ...styleOf(narration),
      ...(narration.seconds !== null && engine.name !== "local"
        ? {
            targetLength: await scriptLength(narration.seconds, {
              ...narration,
              speakingRate: task.speakingRate,
            }),
          }
        : {}),
      recentScripts: await findRecentScripts(task),
      signal,
      onProgress: report,
    }),
  );
  if (!parseScript(written.script).some(({ text }) => isSpeakable(text)))
    throw new PermanentFailure(unspeakableText);
  const { factCheck, checkedBy } = await checkFacts(task.id, { written, access, signal });
  const writer = isByRules ? "local" : undefined;
  const making = { script: writtenBy(written.script, writer), factCheck: checkedBy };
  const isStored = await completeScript(task.id, { ...written, factCheck, making });
  if (isStored && task.flow === "series") await advanceSeries({ userId: task.userId });
}

const styleOf = ({ form, length, isChosen, hasGreetings, textKind, focus }: Narration) => ({
  form,
  length,
  isChosen,
  focus,
  hasGreetings,
  ...(textKind ? { textKind } : {}),
});

/**
 * By the script engine if facts are checked by rules, else by the chosen engine. A failed check stops nothing: everything is
 * unchecked.
 */
async function checkFacts(
  taskId: string,
  o: { written: { script: string; factCheck: FactCheck }; access: ProviderAccess; signal: AbortSignal },
): Promise<{ factCheck: FactCheck; checkedBy: MadeWith }> {
  const { written, access, signal } = o;
  const checker = factChecker(access);
  const byRules = textMadeWith("local");
  if (checker.name === "local") return { factCheck: written.factCheck, checkedBy: byRules };
  const { script } = written;
  try {
    const grounding = (await checker.search?.({ script, signal })) ?? null;
    const factCheck = await checker.check({ script, grounding, signal });
    return { factCheck, checkedBy: textMadeWith(environment().FACT_CHECK_ENGINE) };
  } catch (error) {
    signal.throwIfAborted();
    logger.error({ taskId, err: error }, "fact check failed");
    const summary = `ファクトチェックを実行できませんでした。${written.factCheck.summary}`;
    const factCheck: FactCheck = { ...written.factCheck, status: "issues_found", confidence: 0, summary };
    return { factCheck, checkedBy: byRules };
  }
}
