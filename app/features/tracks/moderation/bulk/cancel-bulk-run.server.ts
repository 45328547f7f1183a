import { and, eq, isNull } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict } from "#app/features/domain-error.ts";
import { write } from "#db/client.ts";
import { trackBulkRuns } from "#db/schema/index.ts";

/**
 * Stops a run: the track that is being changed is the last, and authors are told of what was done. Throws `Conflict` when
 * the run is at its end.
 */
export async function cancelBulkRun(options: { actor: Actor; runId: number; now?: Date }): Promise<void> {
  const { actor, runId, now = new Date() } = options;
  await write(async (tx) => {
    const [run] = await tx
      .update(trackBulkRuns)
      .set({ isCancelled: true })
      .where(and(eq(trackBulkRuns.id, runId), isNull(trackBulkRuns.finishedAt)))
      .returning({ action: trackBulkRuns.action, total: trackBulkRuns.total });
    if (!run) throw new Conflict("この操作はすでに終わっています");
    await recordAudit(tx, {
      actor,
      action: "track.bulk-cancel",
      target: null,
      after: { ...run, run: runId },
      now,
    });
  });
}
