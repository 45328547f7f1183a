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
  const [open] = await db.select().from(purchases).where(eq(purchases.userId, userId));
  return {
    grantedFrom: account?.premiumGrantedFrom ?? null,
    grantedUntil: account?.premiumGrantedUntil ?? null,
    pauseUsedAt: account?.pauseUsedAt ?? null,
    totalPremiumMonths: await countPremiumMonths(userId),
    customerId: account?.stripeCustomerId ?? null,
    subscriptions: await readSubscriptions(userId),
    payments: await readPayments(userId),
    receipts: await readReceipts(userId),
    refunds: await readRefunds(userId),
    disputes: await readDisputes(userId),
    failedPayments: await readFailedPayments(userId),
    orders: await readOrders(userId),
    openPurchase: open ? { way: open.method, createdAt: open.createdAt } : null,
  };
}

function readSubscriptions(of: string) {
  const { id, userId, status, paidUntil, cancelAtPeriodEnd, pausedFrom, resumesAt, createdAt } =
    subscriptions;
  return db
    .select({ id, status, paidUntil, cancelAtPeriodEnd, pausedFrom, resumesAt, createdAt })
    .from(subscriptions)
    .where(eq(userId, of))
    .orderBy(asc(createdAt));
}

function readPayments(of: string) {
  const { id: invoiceId, userId, amount, periodStart, periodEnd, paidAt, reversedAt } = payments;
  return db
    .select({ invoiceId, amount, periodStart, periodEnd, paidAt, reversedAt })
    .from(payments)
    .where(eq(userId, of))
    .orderBy(asc(paidAt), asc(invoiceId));
}

function readReceipts(of: string) {
  const { id: invoiceId, userId, number, amount, taxRate, paidAt, refunded, refundedAt } = receipts;
  const { supplier, registrationNumber, recipient } = receipts;
  const parties = { supplier, registrationNumber, recipient };
  return db
    .select({ invoiceId, number, amount, taxRate, paidAt, ...parties, refunded, refundedAt })
    .from(receipts)
    .where(eq(userId, of))
    .orderBy(asc(paidAt), asc(invoiceId));
}

function readRefunds(of: string) {
  const { id, receiptId: invoiceId, userId, amount, status, createdAt } = refunds;
  return db
    .select({ invoiceId, amount, status, createdAt })
    .from(refunds)
    .where(eq(userId, of))
    .orderBy(asc(createdAt), asc(id));
}

function readDisputes(of: string) {
  const { id, receiptId: invoiceId, userId, amount, reason, status, createdAt, closedAt } = disputes;
  return db
    .select({ invoiceId, amount, reason, status, createdAt, closedAt })
    .from(disputes)
    .where(eq(userId, of))
    .orderBy(asc(createdAt), asc(id));
}

function readFailedPayments(of: string) {
  const { id: invoiceId, userId, amount, failedAt, outcome } = failedPayments;
  return db
    .select({ invoiceId, amount, failedAt, outcome })
    .from(failedPayments)
    .where(eq(userId, of))
    .orderBy(asc(failedAt), asc(invoiceId));
}

async function readOrders(of: string) {
  const { id, userId, subscriptionId, method: way, screen, hash, clickedAt, orderedAt } = orders;
  const rows = await db
    .select({ id, subscriptionId, way, screen, hash, clickedAt, orderedAt })
    .from(orders)
    .where(eq(userId, of))
    .orderBy(asc(orderedAt), asc(id));
  return rows.map((row) => ({ ...row, screen: readScreen(row.screen) }));
}
