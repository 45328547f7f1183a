import type { CardBehavior, StripeAccount } from "../account/account.ts";
import { newCharge, newDispute, newDueBy, newRefund } from "../account/new-payment-objects.ts";
import type * as Stored from "../account/objects.ts";
import { toJson } from "../account/objects.ts";
import { badRequest, StripeRefusal } from "../api/errors.ts";

/** What a payment's outcome means for the invoice (`invoices.ts`). */
export interface PaymentOutcome {
  succeeded(intent: Stored.PaymentIntent): void;
  failed(intent: Stored.PaymentIntent): void;
  needsAction(intent: Stored.PaymentIntent): void;
}

const notAuthenticated = {
  code: "payment_intent_authentication_failure",
  message:
    "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
};
const authenticationRequired = {
  code: "authentication_required",
  decline_code: "authentication_required",
  message: "Your card was declined. This transaction requires authentication.",
};
const declinedByBank = {
  code: "card_declined",
  decline_code: "generic_decline",
  message: "Your card was declined.",
};
const challenge = { type: "use_stripe_sdk", use_stripe_sdk: { type: "stripe_3ds2_challenge" } };

/**
 * Tries a card: `succeeded`, `requires_action` (3-D Secure) or `requires_payment_method` with `last_payment_error`.
 * `isBilling`: an invoice's, which waits for the customer where others are declined.
 */
export function attemptPayment(
  account: StripeAccount,
  intent: Stored.PaymentIntent,
  method: Stored.PaymentMethod,
  o: { isAway: boolean; isBilling?: boolean; outcome: PaymentOutcome },
): void {
  if (intent.status === "succeeded" || intent.status === "canceled") throw unexpectedState(intent);
  const card = account.cards.get(method.id);
  intent.payment_method = method.id;
  const challenges = card?.threeDSecure === "always" || (card?.threeDSecure === "first" && !o.isAway);
  if (challenges && (!o.isAway || o.isBilling)) {
    intent.status = "requires_action";
    intent.next_action = challenge;
    intent.last_payment_error = null;
    account.emit("payment_intent.requires_action", intent);
    o.outcome.needsAction(intent);
    return;
  }
  const isDeclinedAway = o.isAway && account.declinesRenewals.has(String(intent.customer));
  const decline = isDeclinedAway ? declinedByBank : challenges ? authenticationRequired : card?.decline;
  settle(account, intent, method, decline, o.outcome);
}

export function finishAuthentication(
  account: StripeAccount,
  intent: Stored.PaymentIntent,
  o: { isAuthenticated: boolean; outcome: PaymentOutcome },
): void {
  const method = account.paymentMethods.get(String(intent.payment_method));
  if (intent.status !== "requires_action" || !method) throw unexpectedState(intent);
  if (o.isAuthenticated) settle(account, intent, method, account.cards.get(method.id)?.decline, o.outcome);
  else fail(account, intent, method, notAuthenticated, o.outcome);
}

function settle(
  account: StripeAccount,
  intent: Stored.PaymentIntent,
  method: Stored.PaymentMethod,
  decline: CardBehavior["decline"],
  outcome: PaymentOutcome,
): void {
  const charge = newCharge(account, intent, method, decline);
  intent.latest_charge = charge.id;
  if (decline) {
    account.emit("charge.failed", charge);
    fail(account, intent, method, decline, outcome);
    return;
  }
  intent.status = "succeeded";
  intent.amount_received = intent.amount;
  intent.next_action = null;
  intent.last_payment_error = null;
  attach(account, method, intent.customer);
  account.emit("charge.succeeded", charge);
  account.emit("payment_intent.succeeded", intent);
  outcome.succeeded(intent);
}

function fail(
  account: StripeAccount,
  intent: Stored.PaymentIntent,
  method: Stored.PaymentMethod,
  error: NonNullable<CardBehavior["decline"]>,
  outcome: PaymentOutcome,
): void {
  intent.status = "requires_payment_method";
  intent.payment_method = null;
  intent.next_action = null;
  intent.last_payment_error = {
    ...error,
    type: error === notAuthenticated ? "invalid_request_error" : "card_error",
    payment_method: method,
    ...(intent.latest_charge && { charge: intent.latest_charge }),
  };
  account.emit("payment_intent.payment_failed", intent);
  outcome.failed(intent);
}

export function attach(account: StripeAccount, method: Stored.PaymentMethod, customer: string | null): void {
  if (!customer || method.customer === customer) return;
  method.customer = customer;
  account.emit("payment_method.attached", method);
}

/** 402 with the failed payment. */
export function cardRefusal(intent: Stored.PaymentIntent): StripeRefusal {
  const { code, decline_code, message, payment_method } = intent.last_payment_error ?? {};
  return new StripeRefusal(402, {
    type: "card_error",
    code: code ?? "card_declined",
    message: message ?? "Your card was declined.",
    ...(decline_code && { decline_code }),
    payment_intent: toJson(intent),
    ...(payment_method && { payment_method }),
  });
}

function unexpectedState(intent: Stored.PaymentIntent): StripeRefusal {
  const { id, status } = intent;
  return new StripeRefusal(400, {
    type: "invalid_request_error",
    code: "payment_intent_unexpected_state",
    message: `You cannot confirm this PaymentIntent (${id}) because it has a status of ${status}.`,
    payment_intent: toJson(intent),
  });
}

export function refundCharge(
  account: StripeAccount,
  charge: Stored.Charge,
  o: {
    amount?: number | undefined;
    reason?: Stored.Refund["reason"];
    metadata?: Record<string, string>;
  } = {},
): Stored.Refund {
  const rest = charge.amount_captured - charge.amount_refunded;
  const amount = o.amount ?? rest;
  if (rest === 0)
    throw badRequest(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
  if (charge.disputed && !isRefundable(account, charge))
    throw badRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: "charge_disputed",
    });
  if (amount <= 0 || amount > rest)
    throw badRequest(`Refund amount (¥${amount}) is greater than unrefunded amount on charge (¥${rest})`, {
      param: "amount",
    });
  const refund = newRefund(account, charge, amount);
  refund.reason = o.reason ?? null;
  refund.metadata = o.metadata ?? {};
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount_captured;
  account.emit("refund.created", refund);
  account.emit("charge.refunded", charge);
  account.emit("charge.refund.updated", refund);
  // What was given back needs no inquiry.
  if (charge.refunded)
    for (const dispute of disputesOf(account, charge))
      if (isOpenInquiry(dispute)) closeDispute(account, dispute, "warning_closed");
  return refund;
}

const disputesOf = (account: StripeAccount, charge: Stored.Charge) =>
  [...account.disputes.values()].filter((one) => one.charge === charge.id);
const isRefundable = (account: StripeAccount, charge: Stored.Charge) =>
  disputesOf(account, charge).every((one) => one.is_charge_refundable);
const isOpenInquiry = ({ status }: Stored.Dispute) =>
  status === "warning_needs_response" || status === "warning_under_review";

/** As when the card was closed meanwhile: the money comes back to the shop. */
export function failRefund(account: StripeAccount, refund: Stored.Refund, reason: string): void {
  const charge = account.charges.get(String(refund.charge));
  refund.status = "failed";
  refund.failure_reason = reason;
  refund.failure_balance_transaction = account.newId("txn");
  if (charge) {
    charge.amount_refunded -= refund.amount;
    charge.refunded = false;
  }
  account.emit("refund.failed", refund);
  account.emit("refund.updated", refund);
  account.emit("charge.refund.updated", refund);
}

/** An inquiry takes no money yet, and the shop may still give it back. */
export function disputeCharge(
  account: StripeAccount,
  charge: Stored.Charge,
  { isInquiry = false }: { isInquiry?: boolean } = {},
): Stored.Dispute {
  const dispute = newDispute(account, charge);
  charge.disputed = true;
  if (isInquiry) {
    dispute.status = "warning_needs_response";
    dispute.is_charge_refundable = true;
  }
  account.emit("charge.dispute.created", dispute);
  if (!isInquiry) account.emit("charge.dispute.funds_withdrawn", dispute);
  account.emit("charge.updated", charge);
  return dispute;
}

/** The bank was not content with the answer to its inquiry, or got none. */
export function escalateDispute(account: StripeAccount, dispute: Stored.Dispute): void {
  if (!isOpenInquiry(dispute)) throw new Error(`${dispute.id} is no open inquiry`);
  dispute.status = "needs_response";
  dispute.is_charge_refundable = false;
  dispute.evidence_details.due_by = newDueBy(account);
  account.emit("charge.dispute.updated", dispute);
  account.emit("charge.dispute.funds_withdrawn", dispute);
}

const afterAnswer: Record<string, string> = {
  needs_response: "under_review",
  warning_needs_response: "warning_under_review",
  appeal_needs_response: "appeal_under_review",
};

/** As when the shop has sent evidence on Stripe's dashboard. */
export function answerDispute(account: StripeAccount, dispute: Stored.Dispute): void {
  const next = afterAnswer[dispute.status];
  if (!next) throw new Error(`${dispute.id} takes no evidence`);
  dispute.status = next;
  dispute.evidence_details.has_evidence = true;
  dispute.evidence_details.submission_count += 1;
  account.emit("charge.dispute.updated", dispute);
}

/** Decides a dispute (the shop has `won` or `lost`), or ends an inquiry. */
export function closeDispute(
  account: StripeAccount,
  dispute: Stored.Dispute,
  status: "won" | "lost" | "warning_closed",
): void {
  if (isOpenInquiry(dispute) !== (status === "warning_closed"))
    throw new Error(`${dispute.id} is ${dispute.status}: it can't become ${status}`);
  dispute.status = status;
  account.emit("charge.dispute.closed", dispute);
  if (status === "won") account.emit("charge.dispute.funds_reinstated", dispute);
}

/** A lost dispute may be appealed, until a new date. */
export function offerAppeal(account: StripeAccount, dispute: Stored.Dispute): void {
  if (dispute.status !== "lost") throw new Error(`${dispute.id} is not lost`);
  dispute.status = "appeal_needs_response";
  dispute.evidence_details.due_by = newDueBy(account);
  account.emit("charge.dispute.updated", dispute);
}
