// on one database: about what Stripe says; each statement that it leads to runs on both elsewhere (refunds.test.ts, disputes.test.ts)
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { operatorActor } from "#app/features/audit/actor.ts";
import { db } from "#db/client.ts";
import { payments, stripeCancellations } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { startStripeForMembers } from "#test/stripe/paying-members.ts";
import { findPremiumStatus } from "../../server/find-premium-status.server.ts";
import { grantPremium } from "../../server/grant-premium.server.ts";
import { cancelSubscription, resumeSubscription } from "../changes/subscription-verbs.server.ts";
import { describeEndingPayment } from "./find-membership.server.ts";
import { findOpenPayment } from "./find-open-payment.server.ts";

const site = await startStripeForMembers({ at: new Date("2027-01-15T03:00:00Z"), seed: "reversals" });
const { stripe, now, pay, subscribe, membership, receiveAll, runMinute, chargesOf } = site;
withDatabase();

const dayMs = 24 * 60 * 60 * 1000;
let viewer: Viewer;
beforeEach(async () => {
  viewer = await addMember();
  site.skipEvents();
});

const isPremium = async () => (await findPremiumStatus({ userId: viewer.id, now: now() })).isPremium;

test("a dispute that is won gives premium back, one that is lost does not", async () => {
  for (const status of ["won", "lost"] as const) {
    viewer = await addMember();
    const [charge] = chargesOf(await subscribe(viewer));
    const { id } = stripe.dispute(charge?.id ?? "");
    await runMinute();
    expect(await isPremium(), status).toBe(false);
    stripe.clock.advance(dayMs);
    stripe.closeDispute(id, status);
    await runMinute();
    expect(await isPremium(), status).toBe(status === "won");
    expect(await membership(viewer)).toMatchObject({ kind: status === "won" ? "ended" : "free" });
    expect(await db.select().from(payments).where(eq(payments.userId, viewer.id))).toMatchObject([
      { reversedAt: status === "won" ? null : expect.any(Date) },
    ]);
  }
});

test("a duplicate whose payment the bank has taken back already is done", async () => {
  const first = await subscribe(viewer);
  stripe.clock.advance(60_000);
  const { id } = await stripe.client().subscriptions.create({
    customer: stripe.account.subscriptions.get(first)?.customer ?? "",
    items: [{ price: stripe.priceId }],
    default_payment_method: "pm_card_visa",
  });
  // The refund of the duplicate is in the outbox when the dispute comes.
  await receiveAll();
  stripe.dispute(chargesOf(id).find(({ created }) => created * 1000 === stripe.clock.now())?.id ?? "");
  await runMinute();
  expect(await db.$count(stripeCancellations)).toBe(0);
  expect(stripe.account.subscriptions.get(id)?.status).toBe("canceled");
  expect(await membership(viewer)).toMatchObject({ kind: "active" });
});

test("a subscription that Stripe has paused is resumed by its member, with a payment", async () => {
  const id = await subscribe(viewer);
  stripe.clock.advance(31 * dayMs - 60_000);
  stripe.pauseSubscription(id);
  stripe.clock.advance(5 * dayMs);
  await receiveAll();
  expect(await membership(viewer)).toMatchObject({ kind: "paused", resumesAt: null, nextPaymentAt: null });
  expect(await isPremium()).toBe(false);
  await Promise.allSettled([
    resumeSubscription({ viewer, now: now() }),
    resumeSubscription({ viewer, now: now() }),
  ]);
  expect(await membership(viewer)).toMatchObject({ kind: "active" });
  expect(await isPremium()).toBe(true);
  expect(chargesOf(id)).toHaveLength(2);
});

test("the bank may ask about that payment: the subscription stays paused until it was answered", async () => {
  const id = await subscribe(viewer);
  await stripe.client().subscriptions.update(id, { default_payment_method: "pm_card_threeDSecure2Required" });
  stripe.clock.advance(31 * dayMs - 60_000);
  stripe.pauseSubscription(id);
  stripe.clock.advance(5 * dayMs);
  await receiveAll();
  expect(await findOpenPayment({ userId: viewer.id, now: now() })).toBeNull();
  expect(await resumeSubscription({ viewer, now: now() })).toMatchObject({ kind: "paused" });
  const open = await findOpenPayment({ userId: viewer.id, now: now() });
  stripe.authenticate(open?.confirmation?.clientSecret ?? "");
  await receiveAll();
  expect(await membership(viewer)).toMatchObject({ kind: "active" });
  expect(await isPremium()).toBe(true);
});

test("a renewal that is taken back ends the contract, whatever was paid before, and nothing else is told until Stripe has", async () => {
  const id = await subscribe(viewer);
  const [first] = chargesOf(id);
  stripe.clock.advance(31 * dayMs + dayMs / 12);
  await receiveAll();
  stripe.dispute(chargesOf(id).find((charge) => charge.id !== first?.id)?.id ?? "");
  await receiveAll();
  expect(await membership(viewer)).toMatchObject({ kind: "ending", nextPaymentAt: null });
  await expect(cancelSubscription({ viewer, now: now() })).rejects.toThrow("ご契約を終えるところです");
  expect(await describeEndingPayment({ userId: viewer.id, now: now() })).toBeNull();
  await runMinute();
  expect(await membership(viewer)).toMatchObject({ kind: "free" });
});

test.each(["refunded", "disputed"] as const)(
  "a contract that begins after paid time ends with that time's payment, which was %s, and is bought anew",
  async (how) => {
    const first = await subscribe(viewer);
    const [charge] = chargesOf(first);
    stripe.clock.advance(dayMs);
    await stripe.client().subscriptions.cancel(first);
    await receiveAll();
    expect(await membership(viewer)).toMatchObject({ kind: "ended" });
    stripe.pay((await pay(viewer)).clientSecret);
    await receiveAll();
    expect(await membership(viewer)).toMatchObject({ kind: "active" });
    stripe.clock.advance(dayMs);
    if (how === "refunded") stripe.refund(charge?.id ?? "");
    else stripe.dispute(charge?.id ?? "");
    await runMinute();
    expect(await isPremium()).toBe(false);
    expect(await membership(viewer)).toMatchObject({ kind: "free" });
    stripe.clock.advance(dayMs);
    stripe.pay((await pay(viewer)).clientSecret);
    await receiveAll();
    expect(await isPremium()).toBe(true);
    expect(chargesOf(first)).toHaveLength(2);
  },
);

test("a contract that begins after a grant outlives an earlier payment that is taken back", async () => {
  const first = await subscribe(viewer);
  const [charge] = chargesOf(first);
  await stripe.client().subscriptions.cancel(first);
  await receiveAll();
  await grantPremium({ actor: operatorActor, userId: viewer.id, days: 40, now: now() });
  stripe.clock.advance(35 * dayMs);
  stripe.pay((await pay(viewer)).clientSecret);
  await receiveAll();
  stripe.refund(charge?.id ?? "");
  await runMinute();
  expect(await isPremium()).toBe(true);
  expect(await membership(viewer)).toMatchObject({ kind: "active" });
});

test("a first payment after paid time that fails, or is given back, ends as any other does", async () => {
  for (const how of ["declined", "refunded"] as const) {
    viewer = await addMember();
    const first = await subscribe(viewer);
    stripe.clock.advance(dayMs);
    await stripe.client().subscriptions.cancel(first);
    await receiveAll();
    stripe.pay((await pay(viewer)).clientSecret);
    await receiveAll();
    if (how === "declined") stripe.declineRenewals(stripe.account.subscriptions.get(first)?.customer ?? "");
    const { nextPaymentAt } = await membership(viewer);
    stripe.clock.advance((nextPaymentAt?.getTime() ?? 0) - now().getTime() + dayMs / 12);
    await receiveAll();
    expect(
      chargesOf(first).filter(({ paid }) => paid),
      how,
    ).toHaveLength(how === "declined" ? 1 : 2);
    expect(await isPremium(), how).toBe(true);
    if (how === "refunded") {
      stripe.refund(chargesOf(first).at(-1)?.id ?? "");
      await runMinute();
      expect(await membership(viewer), how).toMatchObject({ kind: "free" });
    } else stripe.clock.advance(dayMs);
    await receiveAll();
    expect(await isPremium(), how).toBe(false);
  }
});

test("a payment that was taken back stays so after any number of declined cards", async () => {
  const id = await subscribe(viewer);
  const dispute = stripe.dispute(chargesOf(id)[0]?.id ?? "");
  await runMinute();
  stripe.clock.advance(60_000);
  const { clientSecret } = await pay(viewer);
  for (let attempt = 0; attempt < 101; attempt++) stripe.pay(clientSecret, "declined");
  stripe.closeDispute(dispute.id, "lost");
  await receiveAll();
  expect(await membership(viewer)).toMatchObject({ kind: "free" });
  expect(await isPremium()).toBe(false);
});
