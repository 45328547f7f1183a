import { and, desc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { awaitsEvidence } from "#app/features/premium/subscription/disputes/apply-dispute.server.ts";
import { refundableOf } from "#app/features/premium/subscription/refunds/refund-payment.server.ts";
import type { RefundRow } from "#app/features/premium/subscription/refunds/write-refunds.server.ts";
import { primary } from "#db/client.ts";
import { disputes, failedPayments, payments, receipts, refunds, users } from "#db/schema/index.ts";
import type { MoneyFilter } from "./parse-money-fields.server.ts";

/** Time and id of a list's last row. */
interface Position {
  at: Date;
  id: string;
}

export const encodePosition = ({ at, id }: Position): string => `${at.getTime()}.${id}`;

/** Null if invalid: the list begins anew. */
export function decodePosition(text: string | undefined): Position | null {
  const [, time, id] = /^(\d{1,14})\.(\w{1,300})$/.exec(text ?? "") ?? [];
  return time && id ? { at: new Date(Number(time)), id } : null;
}

interface ListOptions extends MoneyFilter {
  after: Position | null;
  limit: number;
}

type DateColumn = PgColumn & { _: { data: Date } };

/** Each list is read along one index, by user or by time, the latest first. */
function conditionOf(
  { userId, from, until, after }: ListOptions,
  column: { userId: PgColumn; at: DateColumn; id: PgColumn },
): SQL | undefined {
  return and(
    userId === undefined ? undefined : eq(column.userId, userId),
    from && gte(column.at, from),
    until && lt(column.at, until),
    after ? sql`(${column.at}, ${column.id}) < (${sql.param(after.at, column.at)}, ${after.id})` : undefined,
  );
}

const member = { id: users.id, name: users.name };

/** Receipts, with the accounts that are there still. Exported for the test of its plan. */
export function selectPayments(options: ListOptions) {
  const { number, isNarrowed, limit } = options;
  const { userId, paidAt: at, id } = receipts;
  return primary
    .select({ receipt: receipts, member, reversedAt: payments.reversedAt })
    .from(receipts)
    .leftJoin(users, eq(users.id, receipts.userId))
    .leftJoin(payments, eq(payments.id, receipts.id))
    .where(
      and(
        conditionOf(options, { userId, at, id }),
        number === undefined ? undefined : eq(receipts.number, number),
        // A literal, as in its index.
        isNarrowed ? sql`${receipts.refunded} > 0` : undefined,
      ),
    )
    .orderBy(desc(receipts.paidAt), desc(receipts.id))
    .limit(limit)
    .$dynamic();
}

export function selectFailedPayments(options: ListOptions) {
  const { userId, failedAt: at, id } = failedPayments;
  return primary
    .select({ failed: failedPayments, member })
    .from(failedPayments)
    .innerJoin(users, eq(users.id, failedPayments.userId))
    .where(
      and(
        conditionOf(options, { userId, at, id }),
        options.isNarrowed ? sql`${failedPayments.outcome} = 'open'` : undefined,
      ),
    )
    .orderBy(desc(failedPayments.failedAt), desc(failedPayments.id))
    .limit(options.limit)
    .$dynamic();
}

export function selectRefunds(options: ListOptions) {
  const { userId, createdAt: at, id } = refunds;
  return primary
    .select({ refund: refunds, number: receipts.number, member })
    .from(refunds)
    .innerJoin(receipts, eq(receipts.id, refunds.receiptId))
    .leftJoin(users, eq(users.id, refunds.userId))
    .where(
      and(
        conditionOf(options, { userId, at, id }),
        options.isNarrowed ? sql`${refunds.status} in ('failed', 'refused')` : undefined,
      ),
    )
    .orderBy(desc(refunds.createdAt), desc(refunds.id))
    .limit(options.limit)
    .$dynamic();
}

export function selectDisputes(options: ListOptions) {
  const { userId, createdAt: at, id } = disputes;
  return primary
    .select({ dispute: disputes, number: receipts.number, member })
    .from(disputes)
    .innerJoin(receipts, eq(receipts.id, disputes.receiptId))
    .leftJoin(users, eq(users.id, disputes.userId))
    .where(and(conditionOf(options, { userId, at, id }), options.isNarrowed ? awaitsEvidence : undefined))
    .orderBy(desc(disputes.createdAt), desc(disputes.id))
    .limit(options.limit)
    .$dynamic();
}

/** What was given back of each receipt, and what is left of it, in yen. */
export async function readRefundStates(
  rows: readonly { id: string; amount: number; refunded: number; paymentIntentId: string | null }[],
): Promise<ReadonlyMap<string, { seen: number; left: number }>> {
  const byReceipt = new Map<string, RefundRow[]>();
  const ids = rows.map(({ id }) => id);
  const found =
    ids.length > 0 ? await primary.select().from(refunds).where(inArray(refunds.receiptId, ids)) : [];
  for (const row of found) byReceipt.set(row.receiptId, [...(byReceipt.get(row.receiptId) ?? []), row]);
  return new Map(
    rows.map((receipt) => {
      const own = byReceipt.get(receipt.id) ?? [];
      const left = receipt.paymentIntentId === null ? 0 : refundableOf(receipt, own);
      return [receipt.id, { seen: own.length, left }];
    }),
  );
}

/** The ids among these that are their subscription's latest payment, which is what a subscription runs on. */
export async function findLatestPayments(ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const of = await primary
    .selectDistinct({ subscriptionId: payments.subscriptionId })
    .from(payments)
    .where(inArray(payments.id, [...ids]));
  const rows = await primary
    .select({ id: payments.id, subscriptionId: payments.subscriptionId, periodEnd: payments.periodEnd })
    .from(payments)
    .where(
      inArray(
        payments.subscriptionId,
        of.map(({ subscriptionId }) => subscriptionId),
      ),
    );
  const latest = new Map<string, { id: string; periodEnd: Date }>();
  for (const row of rows) {
    const before = latest.get(row.subscriptionId);
    if (!before || before.periodEnd < row.periodEnd) latest.set(row.subscriptionId, row);
  }
  return new Set([...latest.values()].map(({ id }) => id));
}
