import { and, eq, isNull, sql } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit, requirePassword } from "#app/features/audit/record-audit.server.ts";
import { Conflict, Invalid } from "#app/features/domain-error.ts";
import { enqueueTask } from "#app/features/tasks/keep-tasks.server.ts";
import type { QueuedKind } from "#app/features/tasks/task-kind.server.ts";
import { jobPriorities } from "#app/queue/queue.ts";
import { type Db, write } from "#db/client.ts";
import { trackBulkRuns, tracks } from "#db/schema/index.ts";
import { type BulkAction, maxTracksPerRun } from "./bulk-run.ts";

/** Work on many tracks. Its steps lock their run themselves, and an interrupted one is never given up. */
export const bulkRuns: QueuedKind<typeof trackBulkRuns> = {
  name: "bulk",
  queue: "continue-bulk-run",
  table: trackBulkRuns,
  open: isNull(trackBulkRuns.finishedAt),
  priority: jobPriorities.member,
};

/**
 * Starts work on many tracks: a row that `continueBulkRun` works off, here or in a job, with an entry of the audit log for
 * it and for each track. `trackIds`: those of one author together (`sortByAuthor`). `reason`: what the authors are told
 * (`takeDownTrack`, `deleteTrack`). Returns the run's id. Throws `Invalid` without tracks and for too many.
 */
export async function startBulkRun(options: {
  actor: Actor;
  action: Exclude<BulkAction, "check-files">;
  trackIds: readonly number[];
  reason: string | null;
  now?: Date;
}): Promise<number> {
  const { actor, action, reason, now = new Date() } = options;
  const trackIds = [...new Set(options.trackIds)];
  if (trackIds.length === 0) throw new Invalid({ selected: ["音声を選んでください"] });
  if (trackIds.length > maxTracksPerRun)
    throw new Invalid({
      selected: [`一度に操作できるのは${maxTracksPerRun.toLocaleString("ja-JP")}件までです`],
    });
  // Of the run's tracks, which may be deleted in a job, none is deleted without it.
  if (action === "delete") requirePassword(actor, "track.delete");
  return write((tx) => insertRun(tx, { actor, action, trackIds, total: trackIds.length, reason, now }));
}

/**
 * Starts the comparison of every track's files with their rows. Returns the run's id. Throws `Conflict` while one is going
 * on.
 */
export async function startFileCheck(options: { actor: Actor; now?: Date }): Promise<number> {
  const { actor, now = new Date() } = options;
  return write(async (tx) => {
    const [open] = await tx
      .select({ id: trackBulkRuns.id })
      .from(trackBulkRuns)
      .where(and(bulkRuns.open, eq(trackBulkRuns.action, "check-files")));
    if (open) throw new Conflict("ファイルの確認はすでに始まっています");
    const [last] = await tx
      .select({ id: sql<number>`coalesce(max(${tracks.id}), 0)`.mapWith(Number) })
      .from(tracks);
    return insertRun(tx, {
      actor,
      action: "check-files",
      trackIds: [],
      total: last?.id ?? 0,
      reason: null,
      now,
    });
  });
}

async function insertRun(
  tx: Db,
  run: {
    actor: Actor;
    action: BulkAction;
    trackIds: number[];
    total: number;
    reason: string | null;
    now: Date;
  },
): Promise<number> {
  const { actor, action, trackIds, total, reason, now } = run;
  const [inserted] = await tx
    .insert(trackBulkRuns)
    .values({
      action,
      actorName: actor.kind === "admin" ? actor.name : null,
      reason,
      trackIds,
      total,
      createdAt: now,
    })
    .returning({ id: trackBulkRuns.id });
  if (!inserted) throw new Error("the run was not inserted");
  await recordAudit(tx, {
    actor,
    action: "track.bulk",
    target: null,
    after: { action, total, run: inserted.id, reason },
    now,
  });
  await enqueueTask(tx, bulkRuns, { id: inserted.id, userId: null });
  return inserted.id;
}

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
