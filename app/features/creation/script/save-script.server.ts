import { and, eq } from "drizzle-orm";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { Conflict } from "#app/features/domain-error.ts";
import { fromStoredFactCheck } from "#app/features/tracks/fact-check.ts";
import { formatScript, parseScript } from "#app/features/tracks/script.ts";
import { write } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import type { Claim, FactCheck } from "../creation.schema.ts";
import { openTask } from "../tasks/server/find-task.server.ts";
import { lockTask } from "../tasks/server/locks.server.ts";

/**
 * Stores a script as its author has edited it, with title and labels. Lines that stayed as they were keep what was found about
 * them; the others are unchecked. Throws `Conflict` when the script is gone, or is being spoken.
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
    const task = await lockTask(tx, and(eq(audioTasks.id, taskId), eq(audioTasks.userId, viewer.id)));
    const isThere = task?.kind === "script" && task.script !== null && !task.isDiscarded;
    if (!isThere || task.expiresAt <= new Date())
      throw new Conflict("この台本は、新しくつくり直されたか、保存の期限が過ぎています。");
    const [spoken] = await tx
      .select({ id: audioTasks.id })
      .from(audioTasks)
      .where(and(eq(audioTasks.userId, viewer.id), eq(audioTasks.scriptTaskId, taskId), openTask));
    if (spoken) throw new Conflict("この台本の音声をつくっているあいだは、直せません。");
    const script = withOpenings(options.script, task.script ?? "");
    const stored = fromStoredFactCheck(task.factCheck);
    const factCheck = stored && checkOfEdited(stored, task.script ?? "", script);
    await tx
      .update(audioTasks)
      .set({ title, labels, script, factCheck, updatedAt: new Date() })
      .where(eq(audioTasks.id, taskId))
      .returning({ id: audioTasks.id });
  });
}

/** A script with the paragraphs and sections that begin with unchanged lines of the one before, which the form does not hold. */
function withOpenings(script: string, before: string): string {
  const openings = new Map(parseScript(before).map(({ speaker: _, text, ...opening }) => [text, opening]));
  return formatScript(parseScript(script).map((turn) => ({ ...turn, ...openings.get(turn.text) })));
}

/** The check of a script after an edit: as a whole it is unchecked then. */
function checkOfEdited(check: FactCheck, before: string, after: string): FactCheck {
  if (before === after) return check;
  const linesBefore = parseScript(before);
  const placesOf = Map.groupBy(linesBefore.keys(), (place) => linesBefore[place]?.text ?? "");
  const claims = parseScript(after).flatMap(({ text }, line): Claim[] => {
    const place = placesOf.get(text)?.shift();
    if (place === undefined) return [{ line, text, verdict: "unchecked", sources: [] }];
    return check.claims.filter((claim) => claim.line === place).map((claim) => ({ ...claim, line }));
  });
  const texts = claims.map(({ text }) => text);
  return {
    ...check,
    status: "issues_found",
    confidence: 0,
    summary: "台本を直したあとは、自動では確認していません。",
    issues: check.issues.filter((issue) => texts.some((text) => issue.includes(text))),
    claims,
  };
}
