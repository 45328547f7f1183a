import { and, asc, eq, isNotNull, lte } from "drizzle-orm";
import { crashPoint } from "#app/crash-point.server.ts";
import { settleAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict } from "#app/features/domain-error.ts";
import { hourMs, minuteMs } from "#app/lib/time-units.ts";
import { logger } from "#app/logger.server.ts";
import { primary, write } from "#db/client.ts";
import { payments, receipts, refunds } from "#db/schema/index.ts";
import { applySubscription } from "../server/apply-subscription.server.ts";
import { readRefunds, requestIdKey, type StripeRefund, toRefund } from "../stripe/read-refunds.server.ts";
import { callStripe, StripeFailure } from "../stripe/stripe-client.server.ts";
import { describeRefundFailure } from "./refund.ts";
import { lockReceipt, type RefundRow, refundDetails, writeRefunds } from "./write-refunds.server.ts";

const maxDelayMs = 6 * hourMs;
const maxPerRun = 50;

/** Carries out what a crash or Stripe's silence left behind. */
export async function runDueRefunds(now: Date = new Date()): Promise<void> {
  const due = await primary
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(isNotNull(refunds.dueAt), lte(refunds.dueAt, now)))
    .orderBy(asc(refunds.dueAt))
    .limit(maxPerRun);
  for (const { id } of due) {
    // The row has the result, and when it is tried again.
    await carryOutRefund({ id, isAgain: true, now }).catch((error: unknown) => {
      if (!(error instanceof StripeFailure) && !(error instanceof Conflict)) throw error;
    });
  }
}

/**
 * Asks Stripe for a refund that has a row, and writes the result; does nothing once it is there. `isAgain`: it may have been asked
 * before. Throws `Conflict` when Stripe refuses, and `StripeFailure` when it is tried again later.
 */
export async function carryOutRefund(options: { id: string; isAgain?: boolean; now: Date }): Promise<void> {
  const { id, isAgain = false, now } = options;
  const [found] = await primary
    .select({ row: refunds, paymentIntentId: receipts.paymentIntentId })
    .from(refunds)
    .innerJoin(receipts, eq(receipts.id, refunds.receiptId))
    .where(eq(refunds.id, id));
  if (found?.row.status === "refused") throw new Conflict(describeRefundFailure(found.row.failure ?? ""));
  if (found?.row.status !== "requested" || found.paymentIntentId === null) return;
  const { row, paymentIntentId } = found;
  const refund = await requestRefund(row, paymentIntentId, isAgain).catch((error: unknown) =>
    error instanceof StripeFailure ? endOrPostpone(row, error, now) : Promise.reject(error),
  );
  crashPoint("refund-created");
  await write(async (tx) => {
    const { account } = await lockReceipt(tx, row.receiptId);
    await writeRefunds(tx, { account, receiptId: row.receiptId, refunds: [refund], now });
  });
  const subscriptionId = await findSubscriptionOf(row.receiptId);
  if (subscriptionId !== null)
    await applySubscription({ subscriptionId, now }).catch((error: unknown) => {
      // It is refunded: what follows comes with Stripe's event, or within a day.
      if (!(error instanceof StripeFailure)) throw error;
    });
}

/**
 * Prevents a second refund: Stripe forgets idempotency keys after a day, so a later attempt looks for the earlier one's refund
 * first.
 */
async function requestRefund(row: RefundRow, intent: string, isAgain: boolean): Promise<StripeRefund> {
  const { id, amount } = row;
  const earlier = isAgain ? (await readRefunds(intent)).find(({ requestId }) => requestId === id) : undefined;
  if (earlier) return earlier;
  const created = await callStripe((stripe) =>
    stripe.refunds.create(
      { payment_intent: intent, amount, metadata: { [requestIdKey]: id } },
      { idempotencyKey: `refund-${id}` },
    ),
  );
  return toRefund(created);
}

/** Answers that refuse this refund; others say nothing about it, or may come after it was made. */
const refusals: readonly (number | null)[] = [400, 402, 404];

async function endOrPostpone(row: RefundRow, error: StripeFailure, now: Date): Promise<never> {
  const isRefused = refusals.includes(error.status);
  const failure = error.stripeCode ?? "unknown";
  const own = and(eq(refunds.id, row.id), eq(refunds.status, "requested"));
  if (!isRefused) {
    logger.warn({ id: row.id, attempts: row.attempts + 1 }, "refund at Stripe failed");
    const dueAt = new Date(now.getTime() + Math.min(2 ** row.attempts * 2 * minuteMs, maxDelayMs));
    await write((tx) =>
      tx
        .update(refunds)
        .set({ attempts: row.attempts + 1, dueAt })
        .where(own),
    );
    throw error;
  }
  await write(async (tx) => {
    const ended = await tx
      .update(refunds)
      .set({ status: "refused", failure, dueAt: null })
      .where(own)
      .returning({ auditId: refunds.auditId });
    const after = refundDetails({ ...row, status: "refused", failure });
    for (const { auditId } of ended)
      if (auditId !== null) await settleAudit(tx, { id: auditId, action: "payment.refund-failed", after });
  });
  throw new Conflict(`返金できませんでした。${describeRefundFailure(failure)}`);
}

async function findSubscriptionOf(receiptId: string): Promise<string | null> {
  const [payment] = await primary
    .select({ subscriptionId: payments.subscriptionId })
    .from(payments)
    .where(eq(payments.id, receiptId));
  return payment?.subscriptionId ?? null;
}

/**
 * Of a receipt whose account is gone, so that no subscription is read. Does nothing for an unknown payment. Throws
 * `StripeFailure`.
 */
export async function applyRefundsOf(options: { paymentIntentId: string; now: Date }): Promise<void> {
  const { paymentIntentId, now } = options;
  const [receipt] = await primary
    .select({ id: receipts.id })
    .from(receipts)
    .where(eq(receipts.paymentIntentId, paymentIntentId));
  if (!receipt) return;
  const found = await readRefunds(paymentIntentId);
  await write(async (tx) => {
    const { account } = await lockReceipt(tx, receipt.id);
    await writeRefunds(tx, { account, receiptId: receipt.id, refunds: found, now });
  });
}
