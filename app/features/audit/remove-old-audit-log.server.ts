import { asc, inArray, lte } from "drizzle-orm";
import { primary, write } from "#db/client.ts";
import { auditLog } from "#db/schema/index.ts";

/** Retention of the audit log: two years. */
export const auditRetentionDays = 730;

/** Rows of one transaction, so that other writers need not wait for long. */
const batchSize = 1000;

/** Deletes rows of the audit log after two years. */
export async function removeOldAuditLog(now: Date = new Date()): Promise<void> {
  const limit = new Date(now.getTime() - auditRetentionDays * 24 * 60 * 60 * 1000);
  for (;;) {
    const old = await primary
      .select({ id: auditLog.id })
      .from(auditLog)
      .where(lte(auditLog.at, limit))
      .orderBy(asc(auditLog.at))
      .limit(batchSize);
    if (old.length === 0) return;
    const ids = old.map(({ id }) => id);
    await write((tx) => tx.delete(auditLog).where(inArray(auditLog.id, ids)).returning({ id: auditLog.id }));
  }
}
