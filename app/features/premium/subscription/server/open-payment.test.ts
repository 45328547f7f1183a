// on one database: about what Stripe says; each statement that it leads to runs on both elsewhere (payments.test.ts, purchase.test.ts)
import { beforeEach, expect, test } from "vitest";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { startStripeForMembers } from "#test/stripe/paying-members.ts";
import { findPremiumStatus } from "../../server/find-premium-status.server.ts";
import { pauseSubscription, resumeSubscription } from "../changes/subscription-verbs.server.ts";
import { confirmPayment } from "../purchase/confirm-payment.server.ts";
import { findOpenPayment } from "./find-open-payment.server.ts";

const site = await startStripeForMembers({ at: new Date("2027-01-15T03:00:00Z"), seed: "open-payment" });
const { stripe, now, pay, membership, runMinute, receiveAll, chargesOf, atStripe, emailsTo } = site;
withDatabase();

const dayMs = 24 * 60 * 60 * 1000;
/** Asks the bank whenever its holder is there. */
const asksWhenThere = "4000002500003155";
const asksAlways = "4000002760003184";
let viewer: Viewer;
beforeEach(async () => {
  viewer = await addMember();
  site.skipEvents();
});

/** Buys with a card whose bank asks, and answers it. */
async function subscribeWith(card: string): Promise<string> {
  const { clientSecret } = await pay(viewer);
  expect(stripe.pay(clientSecret, card)).toBe("requires_action");
  stripe.authenticate(clientSecret);
  expect(await confirmPayment({ viewer, now: now() })).toMatchObject({ state: "paid" });
  const [subscription] = await atStripe(viewer);
  return subscription?.id ?? "";
}

/** Pauses from the paid end, and goes to the middle of the pause. */
async function pause(): Promise<Date> {
  const { paidUntil, resumesAt } = await pauseSubscription({ viewer, now: now() });
  stripe.clock.advanceTo(new Date((paidUntil?.getTime() ?? 0) + 10 * dayMs));
  await runMinute();
  if (!resumesAt) throw new Error("no pause");
  return resumesAt;
}

const open = () => findOpenPayment({ userId: viewer.id, now: now() });
const isPremium = async () => (await findPremiumStatus({ userId: viewer.id, now: now() })).isPremium;

test("a pause ends by itself with a payment that nobody has to confirm", async () => {
  const id = await subscribeWith(asksWhenThere);
  stripe.clock.advanceTo(new Date((await pause()).getTime() + 30_000));
  await runMinute();
  expect(await membership(viewer)).toMatchObject({ kind: "active" });
  expect(chargesOf(id)).toHaveLength(2);
  expect(await open()).toBeNull();
});

test("who ends a pause confirms the payment with the bank, and is premium with it", async () => {
  const id = await subscribeWith(asksWhenThere);
  await pause();
  expect(await resumeSubscription({ viewer, now: now() })).toMatchObject({ kind: "past_due" });
  expect(await isPremium()).toBe(false);
  const asked = await open();
  expect(asked).toMatchObject({ confirmation: { publishableKey: stripe.publishableKey } });
  expect(asked?.pageUrl).toContain(`${stripe.origin}/i/`);
  expect(stripe.authenticate(asked?.confirmation?.clientSecret ?? "", false)).toBe("requires_payment_method");
  expect(await open()).toMatchObject({ pageUrl: asked?.pageUrl, confirmation: null });
  const form = { number: asksWhenThere, expiry: "12/34", cvc: "123" };
  for (const body of [form, { succeeds: "true" }])
    await fetch(asked?.pageUrl ?? "", { method: "POST", body: new URLSearchParams(body) });
  await receiveAll();
  expect(await membership(viewer)).toMatchObject({ kind: "active" });
  expect(await isPremium()).toBe(true);
  expect(chargesOf(id).filter(({ paid }) => paid)).toHaveLength(2);
  expect(await open()).toBeNull();
});

test("a renewal that the bank asks about is told, and confirmed the same way", async () => {
  await subscribeWith(asksAlways);
  stripe.clock.advance(31 * dayMs + dayMs / 12);
  await receiveAll();
  expect(await membership(viewer)).toMatchObject({ kind: "past_due" });
  expect(await emailsTo(viewer)).toEqual(["premium-payment-failed"]);
  expect(stripe.authenticate((await open())?.confirmation?.clientSecret ?? "")).toBe("succeeded");
  expect(await confirmPayment({ viewer, now: now() })).toMatchObject({ state: "paid" });
});

test("without Stripe's answer there is nothing to offer", async () => {
  await subscribeWith(asksAlways);
  stripe.clock.advance(31 * dayMs + dayMs / 12);
  await receiveAll();
  stripe.failNext({ answer: 500, times: 4 });
  expect(await open()).toBeNull();
});
