import { and, eq, gt, or } from "drizzle-orm";
import { formatScript, parseScript } from "#app/engines/script/script.ts";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { Conflict, Invalid } from "#app/features/domain-error.ts";
import { lockTasks } from "#app/features/tasks/task-life.server.ts";
import { isOpen } from "#app/features/tasks/task-state.ts";
import { fromStoredFactCheck } from "#app/features/tracks/fact-check.ts";
import { type Db, write } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import type { AudioTask } from "../audio-task.ts";
import { staleScript } from "../creation-messages.ts";
import { checkOfEdited } from "../fact-check/check-of-edited.ts";
import { openTask, scripts } from "../tasks/server/creation-kinds.server.ts";
import type { ScriptAct } from "./document/line-acts.ts";
import {
  type EditedScript,
  editedOf,
  editScript,
  findScriptProblem,
  followSaved,
  mergePosted,
  noEdits,
} from "./document/script-edits.ts";

/**
 * Saves an edited script, title and labels. Unchanged lines keep their check. Unsaved changes become those of `form`
 * (`mergePosted`), or stay. Returns whether it replaced another page's. Throws as `lockEditableScript`.
 */
export async function saveScript(options: {
  viewer: Viewer;
  taskId: string;
  title: string;
  labels: string[];
  script: string;
  form?: { posted: EditedScript; version: number | null };
}): Promise<boolean> {
  const { viewer, taskId, title, labels, form } = options;
  return write(async (tx) => {
    const task = await lockEditableScript(tx, { viewer, taskId });
    const script = withBreaks(options.script, task.script);
    const stored = fromStoredFactCheck(task.factCheck);
    const factCheck = stored && checkOfEdited(stored, task.script, script);
    const saved = {
      before: editedOf({ ...task, labels: task.labels ?? [] }),
      saved: editedOf({ title, labels, script }),
    };
    const kept = form && mergePosted(task.edits ?? noEdits(saved.before), form);
    const edits = kept?.edits ?? task.edits;
    await tx
      .update(audioTasks)
      .set({
        title,
        isTitleDerived: task.isTitleDerived && title === task.title,
        labels,
        script,
        factCheck,
        edits: edits && followSaved(edits, saved),
        updatedAt: new Date(),
      })
      .where(eq(audioTasks.id, taskId));
    return kept?.hasReplaced ?? false;
  });
}

/** Merges edits, does a button's act, and stores them apart from the script. */
export async function editScriptDraft(options: {
  viewer: Viewer;
  taskId: string;
  posted: EditedScript;
  version: number | null;
  act: ScriptAct;
  cursor: number | null;
}): Promise<{ version: number; hasReplaced: boolean; lineCount: number }> {
  return write(async (tx) => {
    const task = await lockEditableScript(tx, options);
    const saved = editedOf({ ...task, labels: task.labels ?? [] });
    const before = task.edits ?? noEdits(saved);
    const { edits, hasReplaced } = editScript(before, { ...options, saved });
    const problem = findScriptProblem(before.shown, edits.shown);
    if (problem !== null) throw new Invalid({ lines: [problem] });
    if (edits !== before) await tx.update(audioTasks).set({ edits }).where(eq(audioTasks.id, task.id));
    return { version: edits.version, hasReplaced, lineCount: edits.shown.lines.length };
  });
}

/** Throws `Conflict` if gone, being spoken, or a newer one exists or is being written. */
async function lockEditableScript(
  tx: Db,
  { viewer, taskId }: { viewer: Viewer; taskId: string },
): Promise<AudioTask & { script: string }> {
  await lockMember(tx, viewer.id);
  const [task] = await lockTasks(
    tx,
    scripts,
    and(eq(audioTasks.id, taskId), eq(audioTasks.userId, viewer.id)),
  );
  const script = task?.kind === "script" && !task.isDiscarded ? task.script : null;
  if (!task || script === null || task.expiresAt <= new Date())
    throw new Conflict(staleScript.gone.description);
  const newerOrSpoken = await tx
    .select({ state: audioTasks.state })
    .from(audioTasks)
    .where(
      and(
        eq(audioTasks.userId, viewer.id),
        or(
          and(eq(audioTasks.scriptTaskId, taskId), openTask),
          and(
            eq(audioTasks.kind, "script"),
            eq(audioTasks.flow, task.flow),
            eq(audioTasks.isDiscarded, false),
            gt(audioTasks.createdAt, task.createdAt),
            or(eq(audioTasks.state, "completed"), openTask),
          ),
        ),
      ),
    );
  if (newerOrSpoken.some(isOpen)) throw new Conflict(staleScript.busy.description);
  if (newerOrSpoken.length > 0) throw new Conflict(staleScript.edited.description);
  return { ...task, script };
}

/** Unchanged lines keep paragraphs and sections, which the form lacks. */
function withBreaks(script: string, before: string): string {
  const breaks = new Map(parseScript(before).map(({ speaker: _, text, ...lineBreak }) => [text, lineBreak]));
  return formatScript(parseScript(script).map((turn) => ({ ...turn, ...breaks.get(turn.text) })));
}
