import { and, eq, gt, or } from "drizzle-orm";
import { formatScript, parseScript } from "#app/engines/script/script.ts";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { Conflict } from "#app/features/domain-error.ts";
import { lockTasks } from "#app/features/tasks/task-life.server.ts";
import { isOpen } from "#app/features/tasks/task-state.ts";
import { fromStoredFactCheck } from "#app/features/tracks/fact-check.ts";
import { write } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import { staleScript } from "../creation-messages.ts";
import { checkOfEdited } from "../fact-check/check-of-edited.ts";
import { openTask, scripts } from "../tasks/server/creation-kinds.server.ts";

/**
 * Stores a script as its author has edited it, with title and labels. Lines that stayed as they were keep what was found about
 * them; the others are unchecked. Throws `Conflict` when the script is gone, when a newer one was or is being written, and when it is being spoken.
 */
export async function saveScript(options: {
  viewer: Viewer;
  taskId: string;
  title: string;
  labels: string[];
  /** As `formatScript` writes it. */
  script: string;
}): Promise<void> {
  const { viewer, taskId, title, labels } = options;
  await write(async (tx) => {
    await lockMember(tx, viewer.id);
    const [task] = await lockTasks(
      tx,
      scripts,
      and(eq(audioTasks.id, taskId), eq(audioTasks.userId, viewer.id)),
    );
    const isThere = task?.kind === "script" && task.script !== null && !task.isDiscarded;
    if (!isThere || task.expiresAt <= new Date()) throw new Conflict(staleScript.gone.description);
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
    const script = withBreaks(options.script, task.script ?? "");
    const stored = fromStoredFactCheck(task.factCheck);
    const factCheck = stored && checkOfEdited(stored, task.script ?? "", script);
    await tx
      .update(audioTasks)
      .set({
        title,
        isTitleDerived: task.isTitleDerived && title === task.title,
        labels,
        script,
        factCheck,
        updatedAt: new Date(),
      })
      .where(eq(audioTasks.id, taskId));
  });
}

/** A script with the paragraphs and sections that begin with unchanged lines of the one before, which the form does not hold. */
function withBreaks(script: string, before: string): string {
  const breaks = new Map(parseScript(before).map(({ speaker: _, text, ...lineBreak }) => [text, lineBreak]));
  return formatScript(parseScript(script).map((turn) => ({ ...turn, ...breaks.get(turn.text) })));
}
