import { sql } from "drizzle-orm";
import { boolean, index, integer, table, text, timestamp } from "../columns.ts";
import { userReference, users } from "./users.ts";

/**
 * Subscriptions as Stripe last described them. Stripe is the truth: rows are written by `applySubscription`, which reads
 * the subscription anew (docs/decisions/0028-payments.md).
 */
export const subscriptions = table(
  "subscriptions",
  {
    /** Stripe's id. */
    id: text().primaryKey(),
    userId: userReference(),
    customerId: text().notNull(),
    /** Stripe's status; `incomplete` also for a trial whose card is not confirmed yet. */
    status: text().notNull(),
    /** End of the time that was paid and not given back; null before the first payment. */
    paidUntil: timestamp(),
    cancelAtPeriodEnd: boolean().notNull().default(false),
    /** The paid end at which the pause begins, and the time at which it ends; null without a pause. */
    pausedFrom: timestamp(),
    resumesAt: timestamp(),
    /** When the member was told that the pause ends soon. */
    remindedAt: timestamp(),
    /** Reads of Stripe that have begun, and the latest that was written: an earlier read never overwrites a later one. */
    fetchSeq: integer().notNull().default(0),
    appliedSeq: integer().notNull().default(0),
    /** When it was last read, whether by a webhook or by the reconciliation; null after it has ended. */
    checkedAt: timestamp(),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    index("subscriptions_user_index").on(t.userId),
    index("subscriptions_checked_index").on(t.checkedAt).where(sql`checked_at is not null`),
    index("subscriptions_resumes_index").on(t.resumesAt).where(sql`resumes_at is not null`),
  ],
);

/** Paid invoices of subscriptions; those of a trial have the amount 0. */
export const payments = table(
  "payments",
  {
    /** Stripe's id of the invoice. */
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
    /** When it was seen that the payment was refunded or disputed: its period counts no more. */
    reversedAt: timestamp(),
  },
  (t) => [
    index("payments_user_index").on(t.userId),
    index("payments_subscription_index").on(t.subscriptionId),
    index("payments_intent_index").on(t.paymentIntentId),
  ],
);

/**
 * The open purchase of a member, one at most. Written before Stripe is called: whatever is clicked again, or goes on after a
 * crash, uses its idempotency key.
 */
export const purchases = table(
  "purchases",
  {
    userId: text()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Random; part of the idempotency keys of its calls. */
    key: text().notNull(),
    method: text({ enum: ["card_form", "checkout"] }).notNull(),
    /** Begin of the paid time where it follows a grant; part of the calls, which must not change under one key. */
    startsAt: timestamp(),
    /** Whether Stripe's answer was seen: the next purchase takes another key. */
    isConfirmed: boolean().notNull().default(false),
    /** When Stripe is asked what became of it. */
    dueAt: timestamp().notNull(),
    attempts: integer().notNull().default(0),
    createdAt: timestamp().notNull(),
  },
  (t) => [index("purchases_due_index").on(t.dueAt)],
);

/** Events of Stripe's webhook: each is processed once, and again if the first attempt did not finish. */
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

/**
 * Outbox of cancellations at Stripe. Without a foreign key: it outlives the account. A row is deleted once nothing is left
 * that could be charged.
 */
export const stripeCancellations = table(
  "stripe_cancellations",
  {
    /** A subscription, or a customer with all of their subscriptions and open Checkout pages. */
    id: text().primaryKey(),
    reason: text({ enum: ["account_closed", "duplicate", "reversed"] }).notNull(),
    /** Whether what was paid for it is given back. */
    refunds: boolean().notNull().default(false),
    dueAt: timestamp().notNull(),
    attempts: integer().notNull().default(0),
    createdAt: timestamp().notNull(),
  },
  (t) => [index("stripe_cancellations_due_index").on(t.dueAt)],
);
