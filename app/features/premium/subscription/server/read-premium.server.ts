import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { db } from "#db/client.ts";
import {
  disputes,
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
import { countPremiumMonths } from "./count-premium-months.server.ts";

/** Premium in the account's export. */
export const exportedPremium = z.object({
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
  disputes: z
    .array(
      z.object({
        invoiceId: z.string(),
        amount: z.int().describe("円"),
        reason: z.string().describe("Stripeでの理由の名前"),
        status: z.string().describe("Stripeでの状態の名前"),
        createdAt: z.date(),
        closedAt: z.date().nullable(),
      }),
    )
    .describe("カード会社への異議"),
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

/** Everything of an account's payments, from the replica if there is one. */
export async function readPremium(userId: string): Promise<z.infer<typeof exportedPremium>> {
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
  const disputed = await db
    .select({
      invoiceId: disputes.receiptId,
      amount: disputes.amount,
      reason: disputes.reason,
      status: disputes.status,
      createdAt: disputes.createdAt,
      closedAt: disputes.closedAt,
    })
    .from(disputes)
    .where(eq(disputes.userId, userId))
    .orderBy(asc(disputes.createdAt), asc(disputes.id));
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
    disputes: disputed,
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
