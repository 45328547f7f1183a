import { and, desc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { cutPage, decodeCursor } from "#app/lib/cursor.ts";
import { db } from "#db/client.ts";
import { auditLog } from "#db/schema/index.ts";
import type { Actor } from "./actor.ts";
import type { AuditTargetType } from "./audit-actions.ts";

export type AuditRow = typeof auditLog.$inferSelect;

/** Everything given must hold. */
export interface AuditFilter {
  target?: { type: AuditTargetType; id: string } | undefined;
  action?: string | undefined;
  who?: Actor["kind"] | undefined;
  name?: string | undefined;
  /** Inclusive. */
  from?: Date | undefined;
  /** Exclusive. */
  until?: Date | undefined;
  withAutomated: boolean;
}

/** The latest first. `next`: null on the last page. An invalid cursor begins anew. */
export async function listAuditLog(
  options: AuditFilter & { cursor?: string | undefined; limit: number },
): Promise<{ rows: AuditRow[]; next: string | null }> {
  const { limit } = options;
  const cursor = options.cursor ? decodeCursor(options.cursor) : null;
  const found = await selectAuditLog(options, cursor).limit(limit + 1);
  const { shown: rows, next } = cutPage(found, limit, (last) => last);
  return { rows, next };
}

/** Exported for the test of its plan. */
export function selectAuditLog(filter: AuditFilter, cursor: { at: Date; id: number } | null) {
  return db
    .select()
    .from(auditLog)
    .where(and(conditionOf(filter), cursor ? before(cursor) : undefined))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .$dynamic();
}

const before = ({ at, id }: { at: Date; id: number }): SQL =>
  sql`(${auditLog.at}, ${auditLog.id}) < (${sql.param(at, auditLog.at)}, ${id})`;

function conditionOf({
  target,
  action,
  who,
  name,
  from,
  until,
  withAutomated,
}: AuditFilter): SQL | undefined {
  return and(
    withAutomated ? undefined : eq(auditLog.isAutomated, false),
    target && eq(auditLog.targetType, target.type),
    target && eq(auditLog.targetId, target.id),
    action === undefined ? undefined : eq(auditLog.action, action),
    who && eq(auditLog.actorKind, who),
    name === undefined ? undefined : eq(auditLog.actorName, name),
    from && gte(auditLog.at, from),
    until && lt(auditLog.at, until),
  );
}
