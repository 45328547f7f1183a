import { and, desc, eq, isNotNull, ne } from "drizzle-orm";
import { primary } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";

/** New scripts must not begin and end like these. */
const recentCount = 2;

/** The member's newest scripts, without this task's. */
export async function findRecentScripts(task: { id: string; userId: string }): Promise<string[]> {
  const rows = await primary
    .select({ script: audioTasks.script })
    .from(audioTasks)
    .where(
      and(
        eq(audioTasks.userId, task.userId),
        eq(audioTasks.kind, "script"),
        isNotNull(audioTasks.script),
        ne(audioTasks.id, task.id),
      ),
    )
    .orderBy(desc(audioTasks.createdAt))
    .limit(recentCount);
  return rows.flatMap(({ script }) => (script === null ? [] : [script]));
}
