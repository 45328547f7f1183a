import { sql } from "drizzle-orm";
import { boolean, index, integer, table, text, timestamp, uniqueIndex } from "../columns.ts";
import { userReference, users } from "./users.ts";

/**
 * As Stripe last described them. Stripe is the truth: only `applySubscription` writes, after reading anew
 * (docs/decisions/0028-payments.md).
 */
export const subscriptions = table(
  "subscriptions",
  {
    /** Stripe's id. */
    id: text().primaryKey(),
    userId: userReference(),
    customerId: text().notNull(),
    /** Stripe's; `incomplete` also for a trial with an unconfirmed card. */
    status: text().notNull(),
    /** End of the time paid and not refunded; null before the first payment. */
    paidUntil: timestamp(),
    cancelAtPeriodEnd: boolean().notNull().default(false),
    /** Paid end at which the pause begins, and its end; null without a pause. */
    pausedFrom: timestamp(),
    resumesAt: timestamp(),
    /** When the member was told of the pause's end. */
    remindedAt: timestamp(),
    /** Stripe reads begun, and the latest written: an earlier read never overwrites a later one. */
    fetchSeq: integer().notNull().default(0),
    appliedSeq: integer().notNull().default(0),
    /** Last read, by webhook or reconciliation; null after its end. */
    checkedAt: timestamp(),
    createdAt: timestamp().notNull(),
    /** Null while it lives, and for a purchase that was never finished. */
    endedAt: timestamp(),
  },
  (t) => [
    index("subscriptions_user_index").on(t.userId),
    index("subscriptions_created_index").on(t.createdAt, t.status),
    index("subscriptions_ended_index").on(t.endedAt).where(sql`ended_at is not null`),
    index("subscriptions_open_index").on(t.status, t.paidUntil).where(sql`ended_at is null`),
    index("subscriptions_checked_index").on(t.checkedAt).where(sql`checked_at is not null`),
    index("subscriptions_resumes_index").on(t.resumesAt).where(sql`resumes_at is not null`),
  ],
);

/** Paid invoices; a trial's amount is 0. */
export const payments = table(
  "payments",
  {
    /** Stripe's id. */
    id: text().primaryKey(),
    userId: userReference(),
    subscriptionId: text()
      .notNull()
      .references(() => subscriptions.id, { onDelete: "cascade" }),
    /** Null for an amount of 0. */
    paymentIntentId: text(),
    /** Yen. */
    amount: integer().notNull(),
    periodStart: timestamp().notNull(),
    periodEnd: timestamp().notNull(),
    paidAt: timestamp().notNull(),
    /** When a refund or dispute was seen: its period no longer counts. */
    reversedAt: timestamp(),
  },
  (t) => [
    index("payments_user_index").on(t.userId),
    index("payments_subscription_index").on(t.subscriptionId),
    index("payments_intent_index").on(t.paymentIntentId),
  ],
);

/**
 * A member's open purchase, at most one. Prevents double charges: written before Stripe is called, so repeated clicks and
 * crashes reuse its idempotency key.
 */
export const purchases = table(
  "purchases",
  {
    userId: text()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Random; part of the idempotency keys. */
    key: text().notNull(),
    method: text({ enum: ["card_form", "checkout"] }).notNull(),
    /** If it follows a grant; the calls must not change under one key. */
    startsAt: timestamp(),
    /** Stripe's answer was seen: the next purchase takes another key. */
    isConfirmed: boolean().notNull().default(false),
    /** When to ask Stripe for the outcome. */
    dueAt: timestamp().notNull(),
    attempts: integer().notNull().default(0),
    createdAt: timestamp().notNull(),
    /** The last screen before the order as JSON, of the latest click; null for purchases from before there were copies. */
    screen: text(),
    /** Whether the order named this screen: programs need not show it. */
    isScreenShown: boolean().notNull().default(false),
    clickedAt: timestamp(),
  },
  (t) => [index("purchases_due_index").on(t.dueAt)],
);

/**
 * Copies of the last screen before each purchase, written in the transaction in which the purchase became a subscription. The law
 * asks for papers of a business for years: they outlive the account (docs/decisions/0143-papers-of-payments.md).
 */
export const orders = table(
  "orders",
  {
    /** Random. */
    id: text().primaryKey(),
    /** Null after the account's end. */
    userId: text().references(() => users.id, { onDelete: "set null" }),
    /** Stripe's id. No foreign key: it outlives the account. */
    subscriptionId: text().notNull(),
    method: text({ enum: ["card_form", "checkout"] }).notNull(),
    /** As JSON, in the bytes that `hash` is about. */
    screen: text().notNull(),
    /** SHA-256 of `screen`, in hexadecimal. */
    hash: text().notNull(),
    isShown: boolean().notNull(),
    /** When the member ordered, and when Stripe said that it is paid. */
    clickedAt: timestamp().notNull(),
    orderedAt: timestamp().notNull(),
  },
  (t) => [
    index("orders_user_index").on(t.userId, t.orderedAt),
    index("orders_ordered_index").on(t.orderedAt),
  ],
);

/** One a payment, written with its row in `payments`, as it was issued; outlives the account, as orders do. */
export const receipts = table(
  "receipts",
  {
    /** Of Stripe's invoice. */
    id: text().primaryKey(),
    /** Null after the account's end. */
    userId: text().references(() => users.id, { onDelete: "set null" }),
    /** Null for some of accounts that were deleted before it was stored here. */
    paymentIntentId: text(),
    /** Of Stripe's invoice, for people. */
    number: text().notNull(),
    /** Yen, tax included. */
    amount: integer().notNull(),
    /** Percent. */
    taxRate: integer().notNull(),
    periodStart: timestamp().notNull(),
    periodEnd: timestamp().notNull(),
    paidAt: timestamp().notNull(),
    /** The seller then; null where the settings named none. */
    supplier: text(),
    supplierAddress: text(),
    registrationNumber: text(),
    /** Whom it is for: the account's name, until the member has said another one, once. */
    recipient: text().notNull(),
    recipientSetAt: timestamp(),
    /** Yen, and when the latest refund was seen. */
    refunded: integer().notNull().default(0),
    refundedAt: timestamp(),
  },
  (t) => [
    index("receipts_user_index").on(t.userId, t.paidAt, t.id),
    index("receipts_paid_index").on(t.paidAt, t.id),
    index("receipts_refunded_index").on(t.paidAt, t.id).where(sql`refunded > 0`),
    index("receipts_number_index").on(t.number),
    index("receipts_intent_index").on(t.paymentIntentId),
  ],
);

/**
 * One a refund, of an operator's or found at Stripe. An operator's row is written before Stripe is called, so that a double click
 * or a crash refunds once. Outlives the account, as receipts do.
 */
export const refunds = table(
  "refunds",
  {
    /** `{receipt}_{how many refunds it had}` of an operator's, Stripe's id of another one. */
    id: text().primaryKey(),
    /** Null until Stripe has answered, and where it refused. */
    stripeId: text(),
    /** Null after the account's end. */
    userId: text().references(() => users.id, { onDelete: "set null" }),
    receiptId: text()
      .notNull()
      .references(() => receipts.id, { onDelete: "cascade" }),
    /** Yen. */
    amount: integer().notNull(),
    /** The operator's; null where it was refunded at Stripe or by itself. */
    reason: text(),
    /** `requested`: Stripe has not answered; `refused` by Stripe, nothing was refunded; else as Stripe says. */
    status: text({
      enum: ["requested", "refused", "pending", "requires_action", "succeeded", "failed", "canceled"],
    }).notNull(),
    /** Stripe's code, of `refused` and `failed`. */
    failure: text(),
    /** Of the audit log, which gets the result. */
    auditId: integer(),
    /** When to ask Stripe again; null once it has answered. */
    dueAt: timestamp(),
    attempts: integer().notNull().default(0),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    uniqueIndex("refunds_stripe_unique").on(t.stripeId),
    index("refunds_receipt_index").on(t.receiptId),
    index("refunds_created_index").on(t.createdAt, t.id),
    index("refunds_user_index").on(t.userId, t.createdAt, t.id),
    index("refunds_failed_index").on(t.createdAt, t.id).where(sql`status in ('failed', 'refused')`),
    index("refunds_due_index").on(t.dueAt).where(sql`due_at is not null`),
  ],
);

/**
 * Payments that a member's bank wants back, as Stripe last described them: only `applyDispute` writes, after reading anew.
 * Outlives the account, as receipts do.
 */
export const disputes = table(
  "disputes",
  {
    /** Stripe's id. */
    id: text().primaryKey(),
    /** Null after the account's end. */
    userId: text().references(() => users.id, { onDelete: "set null" }),
    receiptId: text()
      .notNull()
      .references(() => receipts.id, { onDelete: "cascade" }),
    /** Yen. */
    amount: integer().notNull(),
    /** Stripe's codes. */
    reason: text().notNull(),
    status: text().notNull(),
    /** Until when Stripe takes evidence; null where the bank hears none. */
    evidenceDueAt: timestamp(),
    createdAt: timestamp().notNull(),
    /** When its end was seen; null before. */
    closedAt: timestamp(),
    /** Stripe reads begun, and the latest written: an earlier read never overwrites a later one. */
    fetchSeq: integer().notNull().default(0),
    appliedSeq: integer().notNull().default(0),
  },
  (t) => [
    index("disputes_receipt_index").on(t.receiptId),
    index("disputes_user_index").on(t.userId, t.createdAt, t.id),
    index("disputes_created_index").on(t.createdAt, t.id),
    index("disputes_awaiting_index")
      .on(t.createdAt, t.id)
      .where(sql`status in ('needs_response', 'warning_needs_response', 'appeal_needs_response')`),
    index("disputes_due_index")
      .on(t.evidenceDueAt)
      .where(sql`status in ('needs_response', 'warning_needs_response', 'appeal_needs_response')`),
    index("disputes_open_index").on(t.createdAt).where(sql`closed_at is null`),
  ],
);

/** Renewals whose payment failed; a row stays when it was paid later, or given up. */
export const failedPayments = table(
  "failed_payments",
  {
    /** Of Stripe's invoice. */
    id: text().primaryKey(),
    userId: userReference(),
    subscriptionId: text()
      .notNull()
      .references(() => subscriptions.id, { onDelete: "cascade" }),
    /** Yen that are still owed, or were. */
    amount: integer().notNull(),
    attempts: integer().notNull(),
    /** Why the bank refused, in Stripe's codes; null where Stripe does not say. */
    failure: text(),
    /** The latest attempt. */
    failedAt: timestamp().notNull(),
    /** Null when Stripe tries no more. */
    nextAttemptAt: timestamp(),
    outcome: text({ enum: ["open", "paid", "given_up"] }).notNull(),
  },
  (t) => [
    index("failed_payments_user_index").on(t.userId, t.failedAt, t.id),
    index("failed_payments_subscription_index").on(t.subscriptionId),
    index("failed_payments_failed_index").on(t.failedAt, t.id),
    index("failed_payments_open_index").on(t.failedAt, t.id).where(sql`outcome = 'open'`),
  ],
);

/** Each is processed once, and again if the first attempt did not finish. */
export const stripeEvents = table(
  "stripe_events",
  {
    id: text().primaryKey(),
    type: text().notNull(),
    receivedAt: timestamp().notNull(),
    processedAt: timestamp(),
  },
  (t) => [
    index("stripe_events_received_index").on(t.receivedAt),
    index("stripe_events_unprocessed_index").on(t.receivedAt).where(sql`processed_at is null`),
  ],
);

/** Outbox of addresses that Stripe has not been told of, written in the transaction that changed them. */
export const stripeAddressChanges = table(
  "stripe_address_changes",
  {
    userId: text()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    /** What Stripe was told before. */
    previousEmail: text().notNull(),
    dueAt: timestamp().notNull(),
    attempts: integer().notNull().default(0),
  },
  (t) => [index("stripe_address_changes_due_index").on(t.dueAt)],
);

/** Outbox of cancellations at Stripe. No foreign key: it outlives the account. Deleted once nothing can be charged. */
export const stripeCancellations = table(
  "stripe_cancellations",
  {
    /** A subscription, or a customer with all subscriptions and open Checkout pages. */
    id: text().primaryKey(),
    reason: text({ enum: ["account_closed", "duplicate", "reversed"] }).notNull(),
    /** Refunds what was paid. */
    refunds: boolean().notNull().default(false),
    dueAt: timestamp().notNull(),
    attempts: integer().notNull().default(0),
    createdAt: timestamp().notNull(),
  },
  (t) => [index("stripe_cancellations_due_index").on(t.dueAt)],
);
