import { eq } from "drizzle-orm";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import { systemActor } from "#app/features/audit/actor.ts";
import { recordAudit, settleAudit } from "#app/features/audit/record-audit.server.ts";
import { NotAuthenticated, NotFound } from "#app/features/domain-error.ts";
import { sendEmail } from "#app/features/mail/send-email.server.ts";
import { formatDate } from "#app/lib/format-date.ts";
import { formatYen } from "#app/lib/format-yen.ts";
import { dayMs } from "#app/lib/time-units.ts";
import type { Db } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { type AuditDetails, receipts, refunds, type users } from "#db/schema/index.ts";
import { isGivenBack, type StripeRefund } from "../stripe/read-refunds.server.ts";

export type RefundRow = typeof refunds.$inferSelect;
type Receipt = typeof receipts.$inferSelect;

/** Stripe repeats events for three days; older refunds come from before they were stored here. */
const notifyWithinMs = 3 * dayMs;

/**
 * Writes what Stripe says of a receipt's refunds: their rows, the receipt's sum, the result in the audit log. Each is told to the
 * member once. Any number of calls leads to the same rows. `tx` has locked the account; null after its end. `isTold`: the member
 * was told already.
 */
export async function writeRefunds(
  tx: Db,
  options: {
    account: Pick<typeof users.$inferSelect, "id" | "name" | "email"> | null;
    receiptId: string;
    refunds: readonly StripeRefund[];
    isTold?: boolean;
    now: Date;
  },
): Promise<void> {
  const { account, receiptId, isTold = false, now } = options;
  if (options.refunds.length === 0) return;
  const [receipt] = await tx.select().from(receipts).where(eq(receipts.id, receiptId));
  if (!receipt) return;
  const known = await tx.select().from(refunds).where(eq(refunds.receiptId, receiptId));
  for (const refund of options.refunds) {
    const before = known.find(({ id, stripeId }) => stripeId === refund.id || id === refund.requestId);
    if (before?.stripeId && before.status === refund.status) continue;
    await writeRefund(tx, { receipt, before, refund, userId: account?.id ?? null, now });
    const isFirst = !before?.stripeId && isGivenBack(refund);
    const isRecent = before !== undefined || now.getTime() - refund.createdAt.getTime() < notifyWithinMs;
    if (account && isFirst && isRecent && !isTold) await emailRefund(tx, { account, receipt, refund, now });
  }
  await updateSum(tx, receipt, now);
}

async function writeRefund(
  tx: Db,
  options: {
    receipt: Receipt;
    before: RefundRow | undefined;
    refund: StripeRefund;
    userId: string | null;
    now: Date;
  },
): Promise<void> {
  const { receipt, before, refund, userId, now } = options;
  const { id: stripeId, amount, status, failure, createdAt } = refund;
  if (!before) {
    await tx.insert(refunds).values({
      id: stripeId,
      stripeId,
      userId,
      receiptId: receipt.id,
      amount,
      status,
      failure,
      createdAt,
    });
    return;
  }
  await tx.update(refunds).set({ stripeId, status, failure, dueAt: null }).where(eq(refunds.id, before.id));
  const isResult = !before.stripeId && before.auditId !== null;
  const action = isGivenBack(refund) ? "payment.refund" : "payment.refund-failed";
  const after = refundDetails({ ...before, stripeId, status, failure });
  if (isResult && before.auditId !== null) await settleAudit(tx, { id: before.auditId, action, after });
  // A card that was closed meanwhile: days after the refund.
  else if (!isGivenBack(refund))
    await recordAudit(tx, {
      actor: systemActor,
      action,
      target: { type: "payment", id: receipt.id },
      after,
      isAutomated: true,
      now,
    });
}

/** What the audit log says of a refund. */
export function refundDetails(
  refund: Pick<RefundRow, "amount" | "reason" | "status" | "stripeId" | "failure">,
): AuditDetails {
  const { amount, reason, status, stripeId, failure } = refund;
  return {
    amount,
    ...(reason === null ? {} : { reason }),
    refundStatus: status,
    ...(stripeId === null ? {} : { refund: stripeId }),
    ...(failure === null ? {} : { failure }),
  };
}

async function updateSum(tx: Db, receipt: Receipt, now: Date): Promise<void> {
  const rows = await tx.select().from(refunds).where(eq(refunds.receiptId, receipt.id));
  const refunded = sumOf(rows.filter(isGivenBack));
  if (refunded === receipt.refunded) return;
  await tx
    .update(receipts)
    .set({ refunded, refundedAt: refunded > 0 ? now : null })
    .where(eq(receipts.id, receipt.id));
}

export const sumOf = (rows: readonly { amount: number }[]): number =>
  rows.reduce((sum, { amount }) => sum + amount, 0);

async function emailRefund(
  tx: Db,
  options: {
    account: Pick<typeof users.$inferSelect, "id" | "name" | "email">;
    receipt: Receipt;
    refund: StripeRefund;
    now: Date;
  },
): Promise<void> {
  const { account, receipt, refund, now } = options;
  const { id: userId, name, email: to } = account;
  const values = {
    name,
    amount: formatYen(refund.amount),
    number: receipt.number,
    paidAt: formatDate(receipt.paidAt),
    paid: formatYen(receipt.amount),
  };
  await sendEmail(tx, { to, template: "premium-refunded", values, userId, now });
}

interface LockedReceipt {
  receipt: Receipt;
  rows: RefundRow[];
  /** Null after the account's end. */
  account: typeof users.$inferSelect | null;
}

/** Locks the account, as whoever applies a subscription does, and the receipt. Throws `NotFound`. */
export async function lockReceipt(tx: Db, receiptId: string): Promise<LockedReceipt> {
  const [known] = await tx
    .select({ userId: receipts.userId })
    .from(receipts)
    .where(eq(receipts.id, receiptId));
  const account = known?.userId ? await lockMember(tx, known.userId).catch(nullWhenGone) : null;
  const [receipt] = await forUpdate(tx.select().from(receipts).where(eq(receipts.id, receiptId)), "update");
  if (!receipt) throw new NotFound("お支払いが見つかりません");
  const rows = await tx.select().from(refunds).where(eq(refunds.receiptId, receiptId));
  return { receipt, rows, account };
}

function nullWhenGone(error: unknown): null {
  if (error instanceof NotAuthenticated) return null;
  throw error;
}
