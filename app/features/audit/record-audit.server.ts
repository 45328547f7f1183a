import { and, asc, eq, inArray, lte, type SQL } from "drizzle-orm";
import { ReauthenticationRequired } from "#app/features/domain-error.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { type Db, primary, write } from "#db/client.ts";
import { type AuditDetails, auditLog } from "#db/schema/index.ts";
import type { Actor } from "./actor.ts";
import { type AuditAction, type AuditTargetType, passwordActions } from "./audit-actions.ts";
import { requirePermission } from "./operator-roles.ts";

interface AuditEntry {
  actor: Actor;
  action: AuditAction;
  target: { type: AuditTargetType; id: string | number } | null;
  /** Ids, states and numbers. People's names and addresses must not be here. */
  before?: AuditDetails | undefined;
  after?: AuditDetails | undefined;
  /** No person did it: hidden in the log by default. */
  isAutomated?: boolean;
  now?: Date;
}

/** Call it last: without its row the change must not happen. Throws what `requirePermission` and `requirePassword` throw. */
export async function recordAudit(tx: Db, entry: AuditEntry): Promise<void> {
  await insertAudit(tx, entry);
}

/** Call it before another service makes the change. Returns the row's id. A row without `settleAudit` claims no result. */
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

/** Adds the result to a row of `insertAudit`. */
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

/** For what is gone for good, such as an account: only what happened, when and by whom stays. */
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

/** Rows per transaction: other writers must not wait for long. */
const batchSize = 1000;

/** Applies to rows with the address of somebody who typed a wrong password. */
export const networkRetentionDays = 90;

/** After two years; after 90 days where they have an address. */
export async function removeOldAuditLog(now: Date = new Date()): Promise<number> {
  const old = await removeUntil(daysBefore(now, auditRetentionDays));
  return old + (await removeUntil(daysBefore(now, networkRetentionDays), eq(auditLog.targetType, "network")));
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * dayMs);

async function removeUntil(limit: Date, condition?: SQL): Promise<number> {
  let total = 0;
  for (;;) {
    const old = await primary
      .select({ id: auditLog.id })
      .from(auditLog)
      .where(and(condition, lte(auditLog.at, limit)))
      .orderBy(asc(auditLog.at))
      .limit(batchSize);
    if (old.length === 0) return total;
    total += old.length;
    const ids = old.map(({ id }) => id);
    await write((tx) => tx.delete(auditLog).where(inArray(auditLog.id, ids)));
  }
}

/**
 * Protects an unlocked console: deletions and losses of members need a password of the last 15 minutes. Throws
 * `ReauthenticationRequired` (a form comes back with the field, a call answers 403), and what `requirePermission` throws.
 * `recordAudit` calls it for every change; a verb only if it must know earlier.
 */
export function requirePassword(actor: Actor, action: AuditAction): void {
  if (actor.kind !== "admin") return;
  requirePermission({ role: actor.role ?? "administrator" }, action);
  if (actor.hasStalePassword && passwordActions.has(action))
    throw new ReauthenticationRequired("安全のため、パスワードをもう一度確認してください");
}
