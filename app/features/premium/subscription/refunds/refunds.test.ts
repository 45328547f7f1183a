import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { operatorActor as actor } from "#app/features/audit/actor.ts";
import { Conflict, Invalid } from "#app/features/domain-error.ts";
import { db } from "#db/client.ts";
import { auditLog, emails, failedPayments, receipts, refunds, subscriptions } from "#db/schema/index.ts";
import { unrecordableActor } from "#test/admin.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { startStripeForMembers } from "#test/stripe/paying-members.ts";
import { cancelSubscription } from "../changes/subscription-verbs.server.ts";
import { applySubscription } from "../server/apply-subscription.server.ts";
import { runDueRefunds } from "./carry-out-refunds.server.ts";
import { refundPayment } from "./refund-payment.server.ts";

const site = await startStripeForMembers({ at: new Date("2027-01-15T03:00:00Z"), seed: "refunds" });
const { stripe, now, subscribe, receiveAll, runMinute, membership, chargesOf } = site;
withDatabase();

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const create = "POST /v1/refunds";

let viewer: Viewer;
let subscription: string;
let receiptId: string;
beforeEach(async () => {
  viewer = await addMember({ name: "夜野 かなで" });
  site.skipEvents();
  subscription = await subscribe(viewer);
  receiptId = (await receipt())?.id ?? "";
});

const receipt = async () => (await db.select().from(receipts).where(eq(receipts.userId, viewer.id)))[0];
const rows = () =>
  db.select().from(refunds).where(eq(refunds.receiptId, receiptId)).orderBy(refunds.createdAt);
const audited = async () =>
  (
    await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.targetType, "user"), eq(auditLog.targetId, viewer.id)))
      .orderBy(auditLog.id)
  ).map(({ action, after }) => [action, after?.refundStatus, after?.amount]);
const letters = async () =>
  (await db.select().from(emails).where(eq(emails.to, viewer.email)))
    .filter(({ template }) => template === "premium-refunded")
    .map(({ values }) => values.amount);
const atStripe = () =>
  [...stripe.account.refunds.values()]
    .filter(({ charge }) => chargesOf(subscription).some(({ id }) => id === charge))
    .map(({ amount, status }) => [amount, status]);
const refund = (amount: number, o: { seen?: number; reason?: string } = {}) =>
  refundPayment({ receiptId, seen: 0, amount, reason: "二重でした", actor, now: now(), ...o });

test("a part is given back, then the rest, which ends the subscription: told, on the receipt and in the log", async () => {
  await refund(100);
  expect(atStripe()).toEqual([[100, "succeeded"]]);
  expect(await receipt()).toMatchObject({ refunded: 100, refundedAt: now() });
  expect(await membership(viewer)).toMatchObject({ kind: "active" });
  await expect(refund(500, { seen: 1 })).rejects.toThrow(Invalid);
  await refund(450, { seen: 1 });
  await runMinute();
  expect(await receipt()).toMatchObject({ refunded: 550 });
  expect(await membership(viewer)).toMatchObject({ kind: "free" });
  expect(await letters()).toEqual(["100円", "450円"]);
  expect(await audited()).toEqual([
    ["payment.refund", "succeeded", 100],
    ["payment.refund", "succeeded", 450],
  ]);
  expect(await db.select().from(subscriptions).where(eq(subscriptions.id, subscription))).toMatchObject([
    { status: "canceled", endedAt: now() },
  ]);
});

test("without its row of the log nothing is refunded", async () => {
  await expect(
    refundPayment({ receiptId, seen: 0, amount: 1, reason: "r", actor: unrecordableActor, now: now() }),
  ).rejects.toThrow();
  expect([await rows(), atStripe()]).toEqual([[], []]);
});

test("the same form twice, one after the other and at once, refunds once", async () => {
  await Promise.all([refund(200), refund(200)]);
  await refund(200);
  expect(atStripe()).toEqual([[200, "succeeded"]]);
  expect(await letters()).toEqual(["200円"]);
  expect(await audited()).toEqual([["payment.refund", "succeeded", 200]]);
});

test("of two operators who refund the same at once, one does, and the other one is told", async () => {
  const both = await Promise.allSettled([
    refund(550, { reason: "障害のおわび" }),
    refund(300, { reason: "ご本人の希望" }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const refused = both.find((one) => one.status === "rejected");
  expect(refused?.reason).toBeInstanceOf(Conflict);
  expect(atStripe()).toHaveLength(1);
  expect(await rows()).toHaveLength(1);
});

test("a refund whose answer was lost is found again, also after Stripe has forgotten the key", async () => {
  stripe.failNext({ on: create, answer: 503, times: 4 });
  expect(await refund(120)).toBe("waiting");
  expect(await rows()).toMatchObject([{ status: "requested", attempts: 1 }]);
  expect(await audited()).toEqual([["payment.refund-request", "requested", 120]]);
  // As if one of the calls had been carried out.
  await stripe.client().refunds.create({
    payment_intent: (await receipt())?.paymentIntentId ?? "",
    amount: 120,
    metadata: { mugen_refund: `${receiptId}_0` },
  });
  await runDueRefunds(new Date(now().getTime() + 2 * dayMs));
  expect(atStripe()).toEqual([[120, "succeeded"]]);
  expect(await rows()).toMatchObject([{ status: "succeeded", dueAt: null }]);
  expect(await audited()).toEqual([["payment.refund", "succeeded", 120]]);
  expect(await letters()).toEqual(["120円"]);
});

test("what Stripe never got is refunded by the job", async () => {
  stripe.failNext({ on: create, answer: 503, times: 4 });
  expect(await refund(50)).toBe("waiting");
  await runDueRefunds(now());
  expect(atStripe()).toEqual([]);
  await runDueRefunds(new Date(now().getTime() + 3 * minuteMs));
  expect(atStripe()).toEqual([[50, "succeeded"]]);
});

test("a refusal is said and stands in the log, and another attempt is another refund", async () => {
  const [charge] = chargesOf(subscription);
  const dispute = stripe.dispute(charge?.id ?? "");
  await expect(refund(550)).rejects.toThrow("異議が申し立てられているため");
  expect(await rows()).toMatchObject([{ status: "refused", failure: "charge_disputed" }]);
  expect(await audited()).toEqual([["payment.refund-failed", "refused", 550]]);
  await expect(refund(550)).rejects.toThrow("異議が申し立てられているため");
  expect([await letters(), (await receipt())?.refunded]).toEqual([[], 0]);
  stripe.closeDispute(dispute.id, "won");
  stripe.account.charges.forEach((one) => {
    if (one.id === charge?.id) one.disputed = false;
  });
  await refund(550, { seen: 1 });
  expect(atStripe()).toEqual([[550, "succeeded"]]);
});

test("a refund that fails days later counts no more, and is recorded", async () => {
  await refund(550);
  await receiveAll();
  const [row] = await rows();
  stripe.failRefund(row?.stripeId ?? "", "expired_or_canceled_card");
  await receiveAll();
  expect(await rows()).toMatchObject([{ status: "failed", failure: "expired_or_canceled_card" }]);
  expect(await receipt()).toMatchObject({ refunded: 0, refundedAt: null });
  expect(await db.select().from(auditLog).where(eq(auditLog.targetId, receiptId))).toMatchObject([
    { action: "payment.refund-failed", isAutomated: true, actorKind: "system" },
  ]);
  await refund(550, { seen: 1 });
  expect((await receipt())?.refunded).toBe(550);
});

test("what is refunded at Stripe is told once, and a form from before it is refused", async () => {
  const [charge] = chargesOf(subscription);
  stripe.refund(charge?.id ?? "", 30);
  await receiveAll();
  await receiveAll();
  expect(await letters()).toEqual(["30円"]);
  expect(await rows()).toMatchObject([{ reason: null, amount: 30, status: "succeeded" }]);
  await expect(refund(520)).rejects.toThrow(Conflict);
  await refund(520, { seen: 1 });
  expect((await receipt())?.refunded).toBe(550);
});

test("a payment of a deleted account is refunded, and its failure seen", async () => {
  await deleteAccount({ viewer });
  await refund(550);
  const [row] = await rows();
  expect(row).toMatchObject({ status: "succeeded", userId: null });
  const kept = () => db.select().from(receipts).where(eq(receipts.id, receiptId));
  expect(await kept()).toMatchObject([{ refunded: 550, userId: null }]);
  stripe.failRefund(row?.stripeId ?? "", "lost_or_stolen_card");
  await receiveAll();
  expect(await kept()).toMatchObject([{ refunded: 0 }]);
  expect(await rows()).toMatchObject([{ status: "failed" }]);
});

test("a renewal that fails is listed with the bank's reason until it is paid or given up", async () => {
  const customer = stripe.account.subscriptions.get(subscription)?.customer ?? "";
  const failed = () => db.select().from(failedPayments).where(eq(failedPayments.userId, viewer.id));
  stripe.declineRenewals(customer);
  stripe.clock.advance(32 * dayMs);
  await applySubscription({ subscriptionId: subscription, now: now() });
  expect(await failed()).toMatchObject([
    {
      amount: 550,
      attempts: 1,
      failure: "generic_decline",
      outcome: "open",
      nextAttemptAt: expect.any(Date),
    },
  ]);
  stripe.declineRenewals(customer, false);
  stripe.clock.advance(4 * dayMs);
  await applySubscription({ subscriptionId: subscription, now: now() });
  expect(await failed()).toMatchObject([{ outcome: "paid", nextAttemptAt: null }]);
  stripe.declineRenewals(customer);
  stripe.clock.advance(60 * dayMs);
  await applySubscription({ subscriptionId: subscription, now: now() });
  expect((await failed()).map(({ outcome }) => outcome).sort()).toEqual(["given_up", "paid"]);
});

test("a refund at Stripe of a subscription that has ended is told, also to who has bought another one since", async () => {
  const [charge] = chargesOf(subscription);
  await cancelSubscription({ viewer, now: now() });
  stripe.clock.advance(32 * dayMs);
  await receiveAll();
  await subscribe(viewer);
  await receiveAll();
  stripe.refund(charge?.id ?? "", 550);
  await runMinute();
  expect(await letters()).toEqual(["550円"]);
  expect(await membership(viewer)).toMatchObject({ kind: "active" });
});
