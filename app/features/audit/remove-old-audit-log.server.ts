import { and, asc, eq, inArray, lte, type SQL } from "drizzle-orm";
import { primary, write } from "#db/client.ts";
import { auditLog } from "#db/schema/index.ts";

/** Retention of the audit log: two years. */
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
    await write((tx) => tx.delete(auditLog).where(inArray(auditLog.id, ids)).returning({ id: auditLog.id }));
  }
}
