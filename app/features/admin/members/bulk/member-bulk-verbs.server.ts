import { setImmediate } from "node:timers/promises";
import { and, desc, eq, isNull } from "drizzle-orm";
import { crashPoint } from "#app/crash-point.server.ts";
import { approveAccount } from "#app/features/accounts/server/approve-account.server.ts";
import { denyAccount } from "#app/features/accounts/server/deny-account.server.ts";
import { suspendAccount } from "#app/features/accounts/server/suspend-account.server.ts";
import { endAllSessions } from "#app/features/accounts/sessions/session.server.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import type { AuditAction } from "#app/features/audit/audit-actions.ts";
import { recordAudit, requirePassword } from "#app/features/audit/record-audit.server.ts";
import { Conflict, Invalid, NotFound } from "#app/features/domain-error.ts";
import { publishChange } from "#app/features/events/server/publish.server.ts";
import { setInvitePermission } from "#app/features/invitations/server/invitation-verbs.server.ts";
import { enqueueTask } from "#app/features/tasks/keep-tasks.server.ts";
import type { QueuedKind } from "#app/features/tasks/task-kind.server.ts";
import { logger } from "#app/logger.server.ts";
import { jobPriorities } from "#app/queue/queue.ts";
import { afterCommit, type Db, primary, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { memberBulkRuns, users } from "#db/schema/index.ts";
import { type MemberBulkAction, maxMembersPerRun } from "./member-bulk-run.ts";

/** Work on many members. Its steps lock their run themselves, and an interrupted one is never given up. */
export const memberRuns: QueuedKind<typeof memberBulkRuns> = {
  name: "member-bulk",
  queue: "continue-bulk-run",
  table: memberBulkRuns,
  open: isNull(memberBulkRuns.finishedAt),
  priority: jobPriorities.member,
};

/** What the rows of the single members are, before which the password is asked for: they are written in a job. */
const auditActionOf: Record<MemberBulkAction, AuditAction> = {
  approve: "user.approve",
  suspend: "user.suspend",
  deny: "user.deny",
  "invite-off": "user.invite-revoke",
  "end-sessions": "user.sessions-end",
};

type Run = typeof memberBulkRuns.$inferSelect;

/**
 * Starts work on many members: a row that `continueMemberRun` works off, here or in a job, with an entry of the audit log for it and
 * for each member that is changed. Returns the run's id. Throws `Invalid` without members and for too many.
 */
export async function startMemberRun(options: {
  actor: Actor;
  action: MemberBulkAction;
  userIds: readonly string[];
  reason: string | null;
  now?: Date;
}): Promise<number> {
  const { actor, action, reason, now = new Date() } = options;
  const userIds = [...new Set(options.userIds)];
  if (userIds.length === 0) throw new Invalid({ ids: ["1件以上選択してください"] });
  if (userIds.length > maxMembersPerRun)
    throw new Invalid({ ids: [`一度に操作できるのは${maxMembersPerRun.toLocaleString("ja-JP")}人までです`] });
  requirePassword(actor, auditActionOf[action]);
  return write(async (tx) => {
    const [inserted] = await tx
      .insert(memberBulkRuns)
      .values({
        action,
        actorName: actor.kind === "admin" ? actor.name : null,
        reason,
        userIds,
        total: userIds.length,
        createdAt: now,
      })
      .returning({ id: memberBulkRuns.id });
    if (!inserted) throw new Error("the run was not inserted");
    const after = { action, total: userIds.length, run: inserted.id, reason };
    await recordAudit(tx, { actor, action: "user.bulk", target: null, after, now });
    await enqueueTask(tx, memberRuns, { id: inserted.id, userId: null });
    return inserted.id;
  });
}

/**
 * Works a run off, member by member: each has a transaction of its own, which also advances the run. Whoever calls it again goes
 * on where it stopped; two at once take turns. Returns whether the run is at its end.
 */
export async function continueMemberRun(options: {
  runId: number;
  maxSteps?: number;
  signal?: AbortSignal;
}): Promise<boolean> {
  const { runId, maxSteps = Number.POSITIVE_INFINITY, signal } = options;
  for (let steps = 0; ; steps++) {
    const [run] = await primary
      .select()
      .from(memberBulkRuns)
      .where(and(eq(memberBulkRuns.id, runId), memberRuns.open));
    if (!run) return true;
    if (signal?.aborted || steps >= maxSteps) return false;
    await memberStep(run);
    // Between transactions others have their turn.
    await setImmediate();
  }
}

/** The next member of a run, or its end. One that can't be changed is logged and left out: the run must not stop there. */
async function memberStep(seen: Run): Promise<void> {
  try {
    await write((tx) => step(tx, seen, true));
  } catch (error) {
    const userId = seen.userIds[seen.position];
    if (userId === undefined) throw error;
    const isPassedOver = error instanceof NotFound || error instanceof Conflict;
    if (!isPassedOver) logger.error({ err: error, runId: seen.id, userId }, "a member could not be changed");
    await write((tx) => step(tx, seen, false));
  }
}

/** `changes`: false passes the member over. */
async function step(tx: Db, seen: Run, changes: boolean): Promise<void> {
  const [run] = await forUpdate(
    tx
      .select()
      .from(memberBulkRuns)
      .where(
        and(eq(memberBulkRuns.id, seen.id), memberRuns.open, eq(memberBulkRuns.position, seen.position)),
      ),
    "update",
  );
  if (!run) return;
  const userId = run.isCancelled ? undefined : run.userIds[run.position];
  const isChanged = userId !== undefined && changes && (await changeMember(tx, run, userId));
  await tx
    .update(memberBulkRuns)
    .set(
      userId === undefined
        ? { userIds: [], finishedAt: new Date() }
        : { position: run.position + 1, changedCount: run.changedCount + Number(isChanged) },
    )
    .where(eq(memberBulkRuns.id, run.id));
  afterCommit(() => void publishChange("console", "console"));
  afterCommit(() => crashPoint("bulk-run-step"));
}

/** Changes one member. False for one who is so already; throws `NotFound` and `Conflict` for one who can't be. */
async function changeMember(tx: Db, { action, actorName, reason }: Run, userId: string): Promise<boolean> {
  const actor: Actor = actorName === null ? { kind: "operator" } : { kind: "admin", name: actorName };
  const [member] = await tx
    .select({ state: users.state, canInvite: users.canInvite })
    .from(users)
    .where(eq(users.id, userId));
  if (!member) return false;
  switch (action) {
    case "approve":
      await approveAccount({ userId, actor });
      return member.state !== "approved";
    case "suspend":
      await suspendAccount({ userId, actor, reason: reason ?? "" });
      return member.state !== "suspended";
    case "deny":
      if (member.state === "denied") return false;
      await denyAccount({ userId, actor, reason: reason ?? undefined });
      return true;
    case "invite-off":
      await setInvitePermission({ userId, canInvite: false, actor });
      return member.canInvite;
    case "end-sessions":
      return (await endAllSessions({ viewer: { id: userId }, actor })) > 0;
  }
}

/** Stops a run: the member that is being changed is the last. Throws `Conflict` when the run is at its end. */
export async function cancelMemberRun(o: { actor: Actor; runId: number; now?: Date }): Promise<void> {
  const { actor, runId, now = new Date() } = o;
  await write(async (tx) => {
    const [run] = await tx
      .update(memberBulkRuns)
      .set({ isCancelled: true })
      .where(and(eq(memberBulkRuns.id, runId), isNull(memberBulkRuns.finishedAt)))
      .returning({ action: memberBulkRuns.action, total: memberBulkRuns.total });
    if (!run) throw new Conflict("この操作はすでに終わっています");
    const after = { ...run, run: runId };
    await recordAudit(tx, { actor, action: "user.bulk-cancel", target: null, after, now });
  });
}

/** How long a finished run is shown (ms). */
const shownMs = 10 * 60_000;
const maxRuns = 20;

/** The runs that are going on, and those that ended in the last ten minutes, the newest first. */
export async function listMemberRuns(now: Date = new Date()) {
  const newest = await primary
    .select({
      id: memberBulkRuns.id,
      action: memberBulkRuns.action,
      total: memberBulkRuns.total,
      doneCount: memberBulkRuns.position,
      changedCount: memberBulkRuns.changedCount,
      createdAt: memberBulkRuns.createdAt,
      finishedAt: memberBulkRuns.finishedAt,
      isCancelled: memberBulkRuns.isCancelled,
    })
    .from(memberBulkRuns)
    .orderBy(desc(memberBulkRuns.id))
    .limit(maxRuns);
  return newest.filter(
    ({ finishedAt }) => finishedAt === null || now.getTime() - finishedAt.getTime() < shownMs,
  );
}
