import { and, eq } from "drizzle-orm";
import { publishChange } from "#app/features/events/server/publish.server.ts";
import { afterCommit, type Db } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { bulkRuns } from "#db/schema/index.ts";
import { bulkRunKind } from "./bulk-run-verbs.server.ts";

export type Run = typeof bulkRuns.$inferSelect;

export const openRun = (runId: number) => and(eq(bulkRuns.id, runId), bulkRunKind.open);

/** Undefined when somebody else has advanced or ended the run. */
export async function lockRun(tx: Db, { id, position }: Run): Promise<Run | undefined> {
  const [run] = await forUpdate(
    tx
      .select()
      .from(bulkRuns)
      .where(and(openRun(id), eq(bulkRuns.position, position))),
    "update",
  );
  return run;
}

export async function advance(tx: Db, { id }: Run, values: Partial<Run>): Promise<void> {
  await tx.update(bulkRuns).set(values).where(eq(bulkRuns.id, id));
  afterCommit(() => void publishChange("console", "console"));
}
