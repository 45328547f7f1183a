import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import {
  type AccountLifecycle,
  exportedField,
} from "#app/features/accounts/server/account-lifecycles.server.ts";
import { sendEmail } from "#app/features/mail/send-email.server.ts";
import { type Db, db } from "#db/client.ts";
import {
  failedPayments,
  orders,
  payments,
  purchases,
  receipts,
  refunds,
  subscriptions,
  users,
} from "#db/schema/index.ts";
import { readScreen, storedScreen } from "../orders/order-screen.server.ts";
import { isLive } from "../stripe/read-subscription.server.ts";
import { countPremiumMonths } from "./count-premium-months.server.ts";
import { enqueueCancellation } from "./enqueue-cancellation.server.ts";

const exportedPremium = z.object({
  grantedFrom: z.date().nullable(),
  grantedUntil: z.date().nullable().describe("運営から付与されたプレミアムの終わり"),
  pauseUsedAt: z.date().nullable().describe("1回かぎりの一時停止が始まる時刻"),
  totalPremiumMonths: z.int().describe("お支払いのあった月数と、付与された30日ごとの数"),
  customerId: z.string().nullable().describe("決済サービスStripeでの顧客の番号"),
  subscriptions: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      paidUntil: z.date().nullable(),
      cancelAtPeriodEnd: z.boolean(),
      pausedFrom: z.date().nullable(),
      resumesAt: z.date().nullable(),
      createdAt: z.date(),
    }),
  ),
  payments: z.array(
    z.object({
      invoiceId: z.string(),
      amount: z.int().describe("円"),
      periodStart: z.date(),
      periodEnd: z.date(),
      paidAt: z.date(),
      reversedAt: z.date().nullable().describe("返金された、または異議が申し立てられた時刻"),
    }),
  ),
  receipts: z.array(
    z.object({
      invoiceId: z.string(),
      number: z.string(),
      amount: z.int().describe("円、税込"),
      taxRate: z.int().describe("%"),
      paidAt: z.date(),
      supplier: z.string().nullable(),
      registrationNumber: z.string().nullable(),
      recipient: z.string(),
      refunded: z.int().describe("返金額。円、税込"),
      refundedAt: z.date().nullable(),
    }),
  ),
  refunds: z.array(
    z.object({
      invoiceId: z.string(),
      amount: z.int().describe("円"),
      status: z.enum(refunds.status.enumValues),
      createdAt: z.date(),
    }),
  ),
  failedPayments: z.array(
    z.object({
      invoiceId: z.string(),
      amount: z.int().describe("円"),
      failedAt: z.date(),
      outcome: z.enum(failedPayments.outcome.enumValues),
    }),
  ),
  orders: z
    .array(
      z.object({
        id: z.string(),
        subscriptionId: z.string(),
        way: z.enum(["card_form", "checkout"]),
        screen: storedScreen,
        hash: z.string().describe("保存した控えのSHA-256"),
        clickedAt: z.date(),
        orderedAt: z.date(),
      }),
    )
    .describe("お申し込みの控え"),
  openPurchase: z.object({ way: z.enum(["card_form", "checkout"]), createdAt: z.date() }).nullable(),
});

/** A deleted or denied member must not pay any more: the outbox tells Stripe. */
export const premiumAccountLifecycle: AccountLifecycle = {
  name: "premium",
  removeRows: async (tx, userId) => {
    const account = await closeAccount(tx, userId);
    if (!account?.isSubscribed) return;
    const { name, email } = account;
    // Sent without an account: the email must outlive it.
    await sendEmail(tx, { to: email, template: "premium-ended-with-account", values: { name } });
  },
  onDenied: async (tx, userId) => {
    await closeAccount(tx, userId);
  },
  exports: {
    premium: exportedField({ schema: exportedPremium, read: readPremium }),
  },
};

/** Puts an end to all possible charges into the outbox. */
async function closeAccount(
  tx: Db,
  userId: string,
): Promise<{ name: string; email: string; isSubscribed: boolean } | null> {
  const [account] = await tx.select().from(users).where(eq(users.id, userId));
  if (!account?.stripeCustomerId) return null;
  const now = new Date();
  await enqueueCancellation(tx, {
    id: account.stripeCustomerId,
    reason: "account_closed",
    refunds: false,
    now,
  });
  const rows = await tx.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  return { name: account.name, email: account.email, isSubscribed: rows.some(isLive) };
}

async function readPremium(userId: string): Promise<z.infer<typeof exportedPremium>> {
  const [account] = await db.select().from(users).where(eq(users.id, userId));
  const rows = await db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
    .orderBy(asc(subscriptions.createdAt));
  const paid = await db
    .select()
    .from(payments)
    .where(eq(payments.userId, userId))
    .orderBy(asc(payments.paidAt), asc(payments.id));
  const issued = await db
    .select()
    .from(receipts)
    .where(eq(receipts.userId, userId))
    .orderBy(asc(receipts.paidAt), asc(receipts.id));
  const ordered = await db
    .select()
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(asc(orders.orderedAt), asc(orders.id));
  const given = await db
    .select({
      invoiceId: refunds.receiptId,
      amount: refunds.amount,
      status: refunds.status,
      createdAt: refunds.createdAt,
    })
    .from(refunds)
    .where(eq(refunds.userId, userId))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
  const failed = await db
    .select({
      invoiceId: failedPayments.id,
      amount: failedPayments.amount,
      failedAt: failedPayments.failedAt,
      outcome: failedPayments.outcome,
    })
    .from(failedPayments)
    .where(eq(failedPayments.userId, userId))
    .orderBy(asc(failedPayments.failedAt), asc(failedPayments.id));
  const [open] = await db.select().from(purchases).where(eq(purchases.userId, userId));
  return {
    grantedFrom: account?.premiumGrantedFrom ?? null,
    grantedUntil: account?.premiumGrantedUntil ?? null,
    pauseUsedAt: account?.pauseUsedAt ?? null,
    totalPremiumMonths: await countPremiumMonths(userId),
    customerId: account?.stripeCustomerId ?? null,
    subscriptions: rows.map(
      ({ id, status, paidUntil, cancelAtPeriodEnd, pausedFrom, resumesAt, createdAt }) => ({
        id,
        status,
        paidUntil,
        cancelAtPeriodEnd,
        pausedFrom,
        resumesAt,
        createdAt,
      }),
    ),
    payments: paid.map(({ id, amount, periodStart, periodEnd, paidAt, reversedAt }) => ({
      invoiceId: id,
      amount,
      periodStart,
      periodEnd,
      paidAt,
      reversedAt,
    })),
    receipts: issued.map(
      ({
        id,
        number,
        amount,
        taxRate,
        paidAt,
        supplier,
        registrationNumber,
        recipient,
        refunded,
        refundedAt,
      }) => ({
        invoiceId: id,
        number,
        amount,
        taxRate,
        paidAt,
        supplier,
        registrationNumber,
        recipient,
        refunded,
        refundedAt,
      }),
    ),
    refunds: given,
    failedPayments: failed,
    orders: ordered.map(({ id, subscriptionId, method, screen, hash, clickedAt, orderedAt }) => ({
      id,
      subscriptionId,
      way: method,
      screen: readScreen(screen),
      hash,
      clickedAt,
      orderedAt,
    })),
    openPurchase: open ? { way: open.method, createdAt: open.createdAt } : null,
  };
}
