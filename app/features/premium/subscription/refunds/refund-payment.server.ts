import type { Actor } from "#app/features/audit/actor.ts";
import { insertAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict, Invalid, NotImplemented } from "#app/features/domain-error.ts";
import { write } from "#db/client.ts";
import { refunds } from "#db/schema/index.ts";
import { isStripeConfigured } from "../stripe/is-payment-configured.server.ts";
import { isGivenBack } from "../stripe/read-refunds.server.ts";
import { StripeFailure } from "../stripe/stripe-client.server.ts";
import { carryOutRefund } from "./carry-out-refunds.server.ts";
import { lockReceipt, type RefundRow, refundDetails, sumOf } from "./write-refunds.server.ts";

/** The job takes over later than the longest wait for Stripe's answer. */
const carriedOutWithinMs = 2 * 60_000;

/**
 * Gives a part or all of a payment back to its card, once for what the operator saw: `seen` is the number of the receipt's refunds
 * then, and part of the row's id. The same form posted again, or a crash, leads to the same row and the same refund at Stripe. A
 * full refund of the latest payment ends the subscription (`applySubscription`). Throws `NotFound`, `Invalid` for more than is
 * left, and `Conflict` when it was refunded by somebody else meanwhile or Stripe refuses. `waiting`: Stripe did not answer, and the
 * minute's upkeep asks again.
 */
export async function refundPayment(options: {
  receiptId: string;
  seen: number;
  /** Yen. */
  amount: number;
  reason: string;
  actor: Actor;
  now?: Date;
}): Promise<"done" | "waiting"> {
  const { receiptId, seen, amount, reason, actor, now = new Date() } = options;
  if (!isStripeConfigured()) throw new NotImplemented("このサーバーではお支払いを受け付けていません");
  const id = `${receiptId}_${seen}`;
  await write(async (tx) => {
    const { receipt, rows } = await lockReceipt(tx, receiptId);
    const before = rows.find((row) => row.id === id);
    if (before?.amount === amount && before.reason === reason) return;
    if (rows.length !== seen)
      throw new Conflict("ほかの返金がありました。今の額を確かめて、もう一度お試しください。");
    if (receipt.paymentIntentId === null)
      throw new Conflict(
        "お支払いの番号がないため、ここでは返金できません。Stripeの管理画面から返金してください。",
      );
    const left = refundableOf(receipt, rows);
    if (amount > left)
      throw new Invalid({ amount: [`返金できるのは、残りの${left.toLocaleString("ja-JP")}円までです`] });
    const { userId } = receipt;
    const request = { amount, reason, status: "requested" as const, stripeId: null, failure: null };
    const auditId = await insertAudit(tx, {
      actor,
      action: "payment.refund-request",
      target: userId === null ? { type: "payment", id: receiptId } : { type: "user", id: userId },
      after: refundDetails(request),
      now,
    });
    const dueAt = new Date(now.getTime() + carriedOutWithinMs);
    await tx.insert(refunds).values({ id, ...request, userId, receiptId, auditId, dueAt, createdAt: now });
  });
  try {
    await carryOutRefund({ id, now });
    return "done";
  } catch (error) {
    if (error instanceof StripeFailure) return "waiting";
    throw error;
  }
}

/** Yen that can still be given back. A receipt's sum counts too: of refunds from before there were rows. */
export function refundableOf(
  receipt: { amount: number; refunded: number },
  rows: readonly Pick<RefundRow, "status" | "amount">[],
): number {
  const given = Math.max(receipt.refunded, sumOf(rows.filter(isGivenBack)));
  return receipt.amount - given - sumOf(rows.filter(({ status }) => status === "requested"));
}
