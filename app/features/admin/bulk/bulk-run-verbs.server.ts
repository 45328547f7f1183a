import { and, desc, eq, isNull, lte, or, sql } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import type { AuditAction } from "#app/features/audit/audit-actions.ts";
import { recordAudit, requirePassword } from "#app/features/audit/record-audit.server.ts";
import { Conflict, Invalid } from "#app/features/domain-error.ts";
import { enqueueTask } from "#app/features/tasks/enqueue-task.server.ts";
import type { QueuedKind } from "#app/features/tasks/task-kind.server.ts";
import { jobPriorities } from "#app/queue/queue.ts";
import { type Db, primary, write } from "#db/client.ts";
import { bulkRuns, tracks } from "#db/schema/index.ts";
import {
  type BulkAction,
  type BulkRun,
  type BulkSubject,
  bulkActionTable,
  maxItemsPerRun,
} from "./bulk-run.ts";

/** Each step locks the run itself; an interrupted run is never given up. */
export const bulkRunKind: QueuedKind<typeof bulkRuns> = {
  name: "bulk",
  queue: "continue-bulk-run",
  table: bulkRuns,
  open: isNull(bulkRuns.finishedAt),
  /** Those that are due now. */
  get carried() {
    return or(isNull(bulkRuns.dueAt), lte(bulkRuns.dueAt, new Date()));
  },
  priority: jobPriorities.member,
};

type ActionOnItems = Exclude<BulkAction, "check-files" | "announce" | "send-letters">;

/** A job changes each item, when no password can be asked for: these actions say beforehand whether one is needed. */
const auditActionOf: Record<ActionOnItems, AuditAction> = {
  "take-down": "track.withhold",
  restore: "track.release",
  review: "track.review",
  delete: "track.delete",
  approve: "user.approve",
  suspend: "user.suspend",
  deny: "user.deny",
  "invite-off": "user.invite-revoke",
  "end-sessions": "user.sessions-end",
  "handle-messages": "message.handle",
  "close-reports": "report.handle",
  "take-down-reported": "track.withhold",
};

const runActions: Record<BulkSubject, { start: AuditAction; cancel: AuditAction }> = {
  tracks: { start: "track.bulk", cancel: "track.bulk-cancel" },
  members: { start: "user.bulk", cancel: "user.bulk-cancel" },
  messages: { start: "message.bulk", cancel: "message.bulk-cancel" },
  reports: { start: "report.bulk", cancel: "report.bulk-cancel" },
  announcements: { start: "announcement.send", cancel: "announcement.send-cancel" },
};

/**
 * Starts a run that `continueBulkRun` works off, with audit entries for it and each item. `items`: ids, or what `changeItem`
 * reads. `reason`: for those concerned. Returns the run's id. Throws `Invalid` for none and for too many, and what
 * `requirePassword` throws.
 */
export async function startBulkRun(options: {
  actor: Actor;
  action: ActionOnItems;
  items: readonly (string | number)[];
  reason: string | null;
}): Promise<number> {
  const { actor, action, reason } = options;
  const items = [...new Set(options.items)];
  if (items.length === 0) throw new Invalid({ ids: ["1件以上選択してください"] });
  if (items.length > maxItemsPerRun)
    throw new Invalid({ ids: [`一度に操作できるのは${maxItemsPerRun.toLocaleString("ja-JP")}件までです`] });
  requirePassword(actor, auditActionOf[action]);
  return write((tx) => insertRun(tx, { actor, action, items, total: items.length, reason, now: new Date() }));
}

/** Starts comparing every track's files with their rows. Returns the run's id. Throws `Conflict` during another one. */
export async function startFileCheck({ actor }: { actor: Actor }): Promise<number> {
  const action = "check-files";
  return write(async (tx) => {
    const [open] = await tx
      .select({ id: bulkRuns.id })
      .from(bulkRuns)
      .where(and(bulkRunKind.open, eq(bulkRuns.action, action)));
    if (open) throw new Conflict("ファイルの確認はすでに始まっています");
    const [last] = await tx
      .select({ id: sql<number>`coalesce(max(${tracks.id}), 0)`.mapWith(Number) })
      .from(tracks);
    return insertRun(tx, { actor, action, items: [], total: last?.id ?? 0, reason: null, now: new Date() });
  });
}

/** With its row in the audit log, in `tx`. Returns the run's id. */
export async function insertRun(
  tx: Db,
  run: {
    actor: Actor;
    action: BulkAction;
    items: (string | number)[];
    total: number;
    reason: string | null;
    announcementId?: number;
    email?: { subject: string; text: string };
    /** Not before. */
    dueAt?: Date | null;
    now: Date;
  },
): Promise<number> {
  const { actor, action, items, total, reason, announcementId, email, dueAt = null, now } = run;
  const actorName = actor.kind === "admin" ? actor.name : null;
  const [inserted] = await tx
    .insert(bulkRuns)
    .values({ action, actorName, reason, items, total, announcementId, letter: email, dueAt, createdAt: now })
    .returning({ id: bulkRuns.id });
  if (!inserted) throw new Error("the run was not inserted");
  await recordAudit(tx, {
    actor,
    action: runActions[bulkActionTable[action].subject].start,
    target: announcementId === undefined ? null : { type: "announcement", id: announcementId },
    after: { action, total, run: inserted.id, reason, ...(email && { subject: email.subject }) },
    now,
  });
  await enqueueTask(tx, bulkRunKind, { id: inserted.id, userId: null });
  return inserted.id;
}

/** Stops a run after the present item; authors are told of what was done. Throws `Conflict` at the run's end. */
export async function cancelBulkRun({ actor, runId }: { actor: Actor; runId: number }): Promise<void> {
  await write(async (tx) => {
    const [run] = await tx
      .update(bulkRuns)
      // What is planned, or waits for its next minute, ends at once.
      .set({ isCancelled: true, dueAt: null })
      .where(and(eq(bulkRuns.id, runId), bulkRunKind.open))
      .returning({ action: bulkRuns.action, total: bulkRuns.total });
    if (run) await enqueueTask(tx, bulkRunKind, { id: runId, userId: null });
    if (!run) throw new Conflict("この操作はすでに終わっています");
    await recordAudit(tx, {
      actor,
      action: runActions[bulkActionTable[run.action].subject].cancel,
      target: null,
      after: { ...run, run: runId },
    });
  });
}

/** Stops all of an operator's open runs, planned ones too, as `cancelBulkRun` does. Returns their number. */
export async function cancelRunsOf(tx: Db, { operatorName }: { operatorName: string }): Promise<number> {
  const stopped = await tx
    .update(bulkRuns)
    .set({ isCancelled: true, dueAt: null })
    .where(and(bulkRunKind.open, eq(bulkRuns.actorName, operatorName), eq(bulkRuns.isCancelled, false)))
    .returning({ id: bulkRuns.id });
  for (const { id } of stopped) await enqueueTask(tx, bulkRunKind, { id, userId: null });
  return stopped.length;
}

const shownMs = 10 * 60_000;
const maxRuns = 20;

/** Of the newest twenty: the open ones about these subjects, and those that ended in the last ten minutes. */
export async function listBulkRuns(
  subjects: readonly BulkSubject[],
  now: Date = new Date(),
): Promise<BulkRun[]> {
  const newest = await primary.select().from(bulkRuns).orderBy(desc(bulkRuns.id)).limit(maxRuns);
  return Promise.all(
    newest
      .filter(
        ({ action, finishedAt }) =>
          subjects.includes(bulkActionTable[action].subject) &&
          (finishedAt === null || now.getTime() - finishedAt.getTime() < shownMs),
      )
      .map(toBulkRun),
  );
}

/** A run, or null. */
export async function findBulkRun(runId: number): Promise<BulkRun | null> {
  const [run] = await primary.select().from(bulkRuns).where(eq(bulkRuns.id, runId));
  return run ? toBulkRun(run) : null;
}

async function toBulkRun(run: typeof bulkRuns.$inferSelect): Promise<BulkRun> {
  const { id, action, total, position, changedCount, finishedAt, isCancelled } = run;
  const shown = { id, action, changedCount, finishedAt, isCancelled };
  if (action !== "check-files") return { ...shown, total, doneCount: position };
  // Its position and end are ids, between which tracks were deleted.
  const countUpTo = (trackId: number) => primary.$count(tracks, lte(tracks.id, trackId));
  return { ...shown, total: await countUpTo(total), doneCount: await countUpTo(position) };
}
