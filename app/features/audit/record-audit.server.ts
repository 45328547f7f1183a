import { and, asc, eq, inArray, lte, type SQL } from "drizzle-orm";
import { ReauthenticationRequired } from "#app/features/domain-error.ts";
import { type Db, primary, write } from "#db/client.ts";
import { type AuditDetails, auditLog } from "#db/schema/index.ts";
import type { Actor } from "./actor.ts";
import { type AuditAction, type AuditTargetType, passwordActions } from "./audit-actions.ts";
import { requirePermission } from "./operator-roles.ts";

interface AuditEntry {
  actor: Actor;
  action: AuditAction;
  target: { type: AuditTargetType; id: string | number } | null;
  /** What changed, before and after: ids, states and numbers. Names and addresses of people do not belong here. */
  before?: AuditDetails | undefined;
  after?: AuditDetails | undefined;
  /** A rule did it, no person: hidden in the log by default. */
  isAutomated?: boolean;
  now?: Date;
}

/**
 * Adds a row to the audit log. Call it last in the transaction of the change: when the row can't be written, the change
 * does not happen. Throws `Forbidden` for an operator whose role does not have the action (`requirePermission`), and
 * `ReauthenticationRequired` for one who must type the password first (`requirePassword`).
 */
export async function recordAudit(tx: Db, entry: AuditEntry): Promise<void> {
  await insertAudit(tx, entry);
}

/**
 * Adds the row of a change that another service decides upon, before that is asked, and returns its id: `settleAudit` says
 * afterwards what came of it. A process that dies in between leaves a row that claims no result.
 */
export async function insertAudit(tx: Db, entry: AuditEntry): Promise<number> {
  const { actor, action, target, before, after, isAutomated = false, now = new Date() } = entry;
  requirePassword(actor, action);
  const [row] = await tx
    .insert(auditLog)
    .values({
      at: now,
      actorKind: actor.kind,
      actorName: actor.kind === "admin" ? actor.name : null,
      action,
      targetType: target?.type ?? null,
      targetId: target ? String(target.id) : null,
      before: before ?? null,
      after: after ?? null,
      isAutomated,
    })
    .returning({ id: auditLog.id });
  if (!row) throw new Error("the row of the audit log was not inserted");
  return row.id;
}

/** Says what came of the change that `insertAudit` has announced. */
export async function settleAudit(
  tx: Db,
  settled: { id: number; action: AuditAction; after?: AuditDetails },
): Promise<void> {
  const { id, action, after } = settled;
  await tx
    .update(auditLog)
    .set({ action, ...(after && { after }) })
    .where(eq(auditLog.id, id));
}

/**
 * Takes the details out of every row about something that is gone for good, such as a deleted account: that it was changed,
 * when and by whom, stays.
 */
export async function forgetAuditTarget(
  tx: Db,
  target: { type: AuditTargetType; id: string | number },
): Promise<void> {
  await tx
    .update(auditLog)
    .set({ before: null, after: null })
    .where(and(eq(auditLog.targetType, target.type), eq(auditLog.targetId, String(target.id))));
}

export const auditRetentionDays = 730;

/** Rows of one transaction, so that other writers need not wait for long. */
const batchSize = 1000;

/** Retention of rows with the address of somebody who typed a wrong password. */
export const networkRetentionDays = 90;

/** Deletes rows of the audit log after two years, those with an address after 90 days. */
export async function removeOldAuditLog(now: Date = new Date()): Promise<void> {
  await removeUntil(daysBefore(now, auditRetentionDays));
  await removeUntil(daysBefore(now, networkRetentionDays), eq(auditLog.targetType, "network"));
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000);

async function removeUntil(limit: Date, condition?: SQL): Promise<void> {
  for (;;) {
    const old = await primary
      .select({ id: auditLog.id })
      .from(auditLog)
      .where(and(condition, lte(auditLog.at, limit)))
      .orderBy(asc(auditLog.at))
      .limit(batchSize);
    if (old.length === 0) return;
    const ids = old.map(({ id }) => id);
    await write((tx) => tx.delete(auditLog).where(inArray(auditLog.id, ids)));
  }
}

/**
 * The rule "every deletion and every loss of a member's access needs the admin's password, typed within 15 minutes", after
 * the rule of roles (`requirePermission`). Throws `ReauthenticationRequired`: a form comes back with the field, a call answers 403. `recordAudit` applies it to every change,
 * so that no verb can forget it. A verb calls it first where it would already have done something by then.
 */
export function requirePassword(actor: Actor, action: AuditAction): void {
  if (actor.kind !== "admin") return;
  requirePermission({ role: actor.role ?? "administrator" }, action);
  if (actor.hasStalePassword && passwordActions.has(action))
    throw new ReauthenticationRequired("安全のため、パスワードをもう一度確認してください");
}
