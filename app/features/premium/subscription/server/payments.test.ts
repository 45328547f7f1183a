import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import { approveAccount } from "#app/features/accounts/server/approve-account.server.ts";
import { denyAccount } from "#app/features/accounts/server/deny-account.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { operatorActor } from "#app/features/audit/actor.ts";
import { Conflict } from "#app/features/domain-error.ts";
import { db } from "#db/client.ts";
import { payments, stripeCancellations, users } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { startStripeForMembers } from "#test/stripe/paying-members.ts";
import { findPremiumStatus } from "../../server/find-premium-status.server.ts";
import {
  cancelSubscription,
  pauseSubscription,
  reactivateSubscription,
  resumeSubscription,
} from "../changes/subscription-verbs.server.ts";
import { applySubscription } from "./apply-subscription.server.ts";
import { runDueCancellations } from "./cancellations.server.ts";
import { countPremiumMonths } from "./count-premium-months.server.ts";
import { describeEndingPayment, viewMembership } from "./find-membership.server.ts";
import { handleStripeEvent } from "./handle-stripe-event.server.ts";
import { reconcileSubscriptions } from "./reconcile-subscriptions.server.ts";

const site = await startStripeForMembers({ at: new Date("2027-01-15T03:00:00Z"), seed: "payments" });
const {
  stripe,
  now,
  pay,
  subscribe,
  atStripe,
  receive,
  receiveAll,
  runMinute,
  membership,
  chargesOf,
  emailsTo,
} = site;
withDatabase();

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const status = (who: Viewer) => findPremiumStatus({ userId: who.id, now: now() });
let viewer: Viewer;
beforeEach(async () => {
  viewer = await addMember();
  site.skipEvents();
});
afterEach(() => vi.useRealTimers());

test("a renewal: premium goes on while it is paid, and a day of grace ends when it is not", async () => {
  const id = await subscribe(viewer);
  const end = new Date("2027-02-15T03:00:00Z");
  expect((await membership(viewer)).paidUntil).not.toBeNull();
  const from = now();
  const paidUntil = (await membership(viewer)).paidUntil ?? end;
  stripe.clock.advanceTo(new Date(paidUntil.getTime() + 30 * 60_000));
  await receiveAll();
  expect(await status(viewer)).toEqual({ isPremium: true, endDate: paidUntil, daysRemaining: 0 });
  stripe.clock.advance(hourMs);
  await receiveAll();
  const next = await membership(viewer);
  expect(next.kind).toBe("active");
  expect(next.paidUntil?.getTime()).toBeGreaterThan(paidUntil.getTime());
  expect(await countPremiumMonths(viewer.id)).toBe(2);

  stripe.declineRenewals(stripe.account.subscriptions.get(id)?.customer ?? "");
  stripe.clock.advanceTo(new Date((next.paidUntil?.getTime() ?? 0) + 2 * hourMs));
  await receiveAll();
  expect(await membership(viewer)).toMatchObject({ kind: "past_due", nextPaymentAt: null });
  expect(await status(viewer)).toMatchObject({ isPremium: true, daysRemaining: 0 });
  expect(await emailsTo(viewer)).toEqual(["premium-payment-failed"]);
  await expect(pauseSubscription({ viewer, now: now() })).rejects.toThrow(Conflict);
  stripe.clock.advance(dayMs);
  expect(await status(viewer)).toMatchObject({ isPremium: false });
  stripe.declineRenewals(stripe.account.subscriptions.get(id)?.customer ?? "", false);
  stripe.clock.advance(5 * dayMs);
  await receiveAll();
  expect(await membership(viewer)).toMatchObject({ kind: "active" });
  expect(await status(viewer)).toMatchObject({ isPremium: true });
  const [account] = await db.select().from(users).where(eq(users.id, viewer.id));
  expect(account?.premiumStartDate?.getTime()).toBe(from.getTime());
});

test("a cancellation ends at the paid end, without grace, and can be taken back until then", async () => {
  const ending = () => describeEndingPayment({ userId: viewer.id, now: now() });
  expect(await ending()).toBeNull();
  await subscribe(viewer);
  expect(await ending()).toMatch(/^プレミアムの月額550円のお支払い（次回は\d+年\d+月\d+日）$/);
  expect(await cancelSubscription({ viewer, now: now() })).toMatchObject({
    kind: "canceling",
    nextPaymentAt: null,
  });
  expect(await ending()).toMatch(/^\d+年\d+月\d+日までのプレミアム（このあと/);
  await expect(cancelSubscription({ viewer, now: now() })).rejects.toThrow(Conflict);
  expect(await reactivateSubscription({ viewer, now: now() })).toMatchObject({ kind: "active" });
  await expect(reactivateSubscription({ viewer, now: now() })).rejects.toThrow(Conflict);
  const [atPortal] = await atStripe(viewer);
  await stripe.client().subscriptions.update(atPortal?.id ?? "", { cancel_at: "min_period_end" });
  await receiveAll();
  expect(await membership(viewer)).toMatchObject({ kind: "canceling" });
  expect(await reactivateSubscription({ viewer, now: now() })).toMatchObject({ kind: "active" });
  const { paidUntil } = await cancelSubscription({ viewer, now: now() });
  expect(await emailsTo(viewer)).toEqual(["premium-cancelled", "premium-cancelled", "premium-cancelled"]);
  stripe.clock.advanceTo(new Date((paidUntil?.getTime() ?? 0) - 1000));
  expect(await status(viewer)).toMatchObject({ isPremium: true });
  stripe.clock.advance(2000);
  expect(await status(viewer)).toMatchObject({ isPremium: false });
  await receiveAll();
  expect(await membership(viewer)).toMatchObject({ kind: "free", paidUntil: null });
  await expect(cancelSubscription({ viewer, now: now() })).rejects.toThrow(Conflict);
  await subscribe(viewer);
});

test("a pause begins at the paid end, is announced before it ends, and ends with a payment, once", async () => {
  await subscribe(viewer);
  const pausing = await pauseSubscription({ viewer, now: now() });
  const { paidUntil } = pausing;
  const resumesAt = new Date((paidUntil?.getTime() ?? 0) + 90 * dayMs);
  expect(pausing).toMatchObject({ kind: "pausing", resumesAt, nextPaymentAt: resumesAt, pauseUsed: false });
  await expect(pauseSubscription({ viewer, now: now() })).rejects.toThrow(Conflict);
  expect(await resumeSubscription({ viewer, now: now() })).toMatchObject({
    kind: "active",
    pauseUsed: false,
  });
  await pauseSubscription({ viewer, now: now() });

  stripe.clock.advanceTo(new Date((paidUntil?.getTime() ?? 0) + 2 * hourMs));
  await runMinute();
  expect(await membership(viewer)).toMatchObject({ kind: "paused", pauseUsed: true, paidUntil });
  expect(await status(viewer)).toMatchObject({ isPremium: false });
  await expect(pay(viewer)).rejects.toThrow(Conflict);
  stripe.clock.advanceTo(new Date(resumesAt.getTime() - 8 * dayMs));
  await runMinute();
  expect(await emailsTo(viewer)).toEqual([]);
  stripe.clock.advance(dayMs + hourMs);
  await runMinute();
  await runMinute();
  expect(await emailsTo(viewer)).toEqual(["premium-resumes"]);
  expect(await countPremiumMonths(viewer.id)).toBe(1);

  stripe.clock.advanceTo(new Date(resumesAt.getTime() + 60_000));
  await runMinute();
  expect(await membership(viewer)).toMatchObject({ kind: "active", pauseUsed: true, resumesAt: null });
  expect(await status(viewer)).toMatchObject({ isPremium: true });
  expect(await countPremiumMonths(viewer.id)).toBe(2);
  await expect(pauseSubscription({ viewer, now: now() })).rejects.toThrow("1回だけ");
});

test("a pause can end early with a payment, or with a cancellation", async () => {
  const id = await subscribe(viewer);
  const { paidUntil } = await pauseSubscription({ viewer, now: now() });
  expect(await cancelSubscription({ viewer, now: now() })).toMatchObject({
    kind: "canceling",
    paidUntil,
    pauseUsed: false,
  });
  await reactivateSubscription({ viewer, now: now() });
  await pauseSubscription({ viewer, now: now() });
  stripe.clock.advanceTo(new Date((paidUntil?.getTime() ?? 0) + 10 * dayMs));
  await runMinute();
  expect(await resumeSubscription({ viewer, now: now() })).toMatchObject({ kind: "active" });
  expect(await status(viewer)).toMatchObject({ isPremium: true });
  expect(chargesOf(id)).toHaveLength(2);

  const other = await addMember();
  const atPortal = await subscribe(other);
  const paused = await pauseSubscription({ viewer: other, now: now() });
  stripe.clock.advanceTo(new Date((paused.paidUntil?.getTime() ?? 0) + 10 * dayMs));
  await runMinute();
  await stripe.client().subscriptions.update(atPortal, { cancel_at: "min_period_end" });
  await receiveAll();
  // Stripe's portal ends it within a month: meanwhile no day is told until which premium could be used.
  expect(await viewMembership({ userId: other.id, now: now() })).toMatchObject({
    kind: "canceling",
    paidUntil: null,
    nextPaymentAt: null,
  });
  expect(await describeEndingPayment({ userId: other.id, now: now() })).toBeNull();
  expect(await reactivateSubscription({ viewer: other, now: now() })).toMatchObject({ kind: "paused" });
  await cancelSubscription({ viewer: other, now: now() });
  expect(await membership(other)).toMatchObject({ kind: "free" });
});

test("a refund in full and a dispute end premium, a part of it does not", async () => {
  for (const undo of ["refund", "dispute"] as const) {
    const who = await addMember();
    const id = await subscribe(who);
    const [charge] = chargesOf(id);
    if (undo === "refund") {
      stripe.refund(charge?.id ?? "", 100);
      await runMinute();
      expect(await status(who)).toMatchObject({ isPremium: true });
      stripe.refund(charge?.id ?? "", 450);
    } else stripe.dispute(charge?.id ?? "");
    await receiveAll();
    // Until Stripe has ended it, nothing of it is paid, and nothing will be.
    expect(await membership(who), undo).toMatchObject({
      kind: "ending",
      paidUntil: null,
      nextPaymentAt: null,
    });
    await expect(cancelSubscription({ viewer: who, now: now() })).rejects.toThrow("ご契約を終えるところです");
    await expect(pauseSubscription({ viewer: who, now: now() })).rejects.toThrow("一時停止できません");
    await runMinute();
    expect(await status(who), undo).toMatchObject({ isPremium: false });
    expect(stripe.account.subscriptions.get(id)?.status, undo).toBe("canceled");
    expect(await membership(who)).toMatchObject({ kind: "free" });
    expect(await db.select().from(payments).where(eq(payments.userId, who.id))).toMatchObject([
      { amount: 550, reversedAt: expect.any(Date) },
    ]);
  }
});

test("whoever is deleted or denied pays no more, also when Stripe is down at that moment", async () => {
  for (const close of [deleteAccount, denyAccount]) {
    const who = await addMember();
    const id = await subscribe(who);
    // What is paid after an account's end is given back.
    stripe.clock.advance(60_000);
    vi.useFakeTimers({ toFake: ["Date"], now: now() });
    if (close === deleteAccount) await deleteAccount({ viewer: who });
    else await denyAccount({ actor: operatorActor, userId: who.id });
    const customer = stripe.account.subscriptions.get(id)?.customer ?? "";
    stripe.failNext({ answer: 503, times: 4 });
    await runDueCancellations(new Date());
    expect(await db.$count(stripeCancellations, eq(stripeCancellations.id, customer))).toBe(1);
    await runDueCancellations(new Date(Date.now() + hourMs));
    expect(stripe.account.subscriptions.get(id)?.status).toBe("canceled");
    expect(await db.$count(stripeCancellations)).toBe(0);
    await receiveAll();
    expect(await emailsTo(who)).toEqual(
      close === deleteAccount ? ["premium-ended-with-account"] : ["premium-cancelled"],
    );
  }
});

test("who is let in again before Stripe was told of the denial keeps the subscription", async () => {
  const who = await addMember();
  const id = await subscribe(who);
  await denyAccount({ actor: operatorActor, userId: who.id });
  await approveAccount({ actor: operatorActor, userId: who.id });
  await runDueCancellations(new Date());
  expect(stripe.account.subscriptions.get(id)?.status).toBe("active");
  expect(await db.$count(stripeCancellations)).toBe(0);
});

test("events are applied in any order, once each, and again when the first attempt failed", async () => {
  const known = stripe.events().length;
  const { clientSecret } = await pay(viewer);
  stripe.pay(clientSecret);
  const events = stripe.events().slice(known).reverse();
  for (const event of [...events, ...events]) await receive(event);
  expect(await membership(viewer)).toMatchObject({ kind: "active" });
  expect(await db.$count(payments, eq(payments.userId, viewer.id))).toBe(1);

  await cancelAtStripeOnly();
  const last = stripe.events().at(-1);
  if (!last) throw new Error("no event");
  stripe.failNext({ answer: 500, times: 4 });
  await expect(receive(last)).rejects.toMatchObject({ code: "unavailable" });
  const before = stripe.requests.length;
  await receive(last);
  expect(await membership(viewer)).toMatchObject({ kind: "canceling" });
  const after = stripe.requests.length;
  expect(after).toBeGreaterThan(before);
  await receive(last);
  expect(stripe.requests.length).toBe(after);
});

test("of two reads that overlap, the later one counts", async () => {
  const subscriptionId = await subscribe(viewer);
  const held = stripe.hold(/^GET \/v1\/charges/);
  const early = applySubscription({ subscriptionId, now: now() });
  await held.arrived;
  await cancelAtStripeOnly();
  await applySubscription({ subscriptionId, now: now() });
  held.release();
  await early;
  expect(await membership(viewer)).toMatchObject({ kind: "canceling" });
});

test("what webhooks have missed is repaired within a day", async () => {
  await subscribe(viewer);
  await cancelAtStripeOnly();
  await reconcileSubscriptions(now());
  expect(await membership(viewer)).toMatchObject({ kind: "active" });
  await reconcileSubscriptions(new Date(now().getTime() + dayMs + 1000));
  expect(await membership(viewer)).toMatchObject({ kind: "canceling" });
});

test("signatures that are not Stripe's, or too old, are refused", async () => {
  const [event] = stripe.events();
  if (!event) throw new Error("no event");
  const { payload, signature } = stripe.sign(event);
  const old = stripe.sign(event, Date.now() - 301_000);
  for (const forged of [
    { payload, signature: null },
    { payload, signature: "t=1,v1=00" },
    { payload: `${payload} `, signature },
    old,
  ])
    await expect(handleStripeEvent(forged)).rejects.toMatchObject({ code: "invalid" });
});

async function cancelAtStripeOnly(): Promise<void> {
  const [subscription] = await atStripe(viewer);
  await stripe.client().subscriptions.update(subscription?.id ?? "", { cancel_at_period_end: true });
}
