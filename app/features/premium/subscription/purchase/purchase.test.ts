import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { operatorActor } from "#app/features/audit/actor.ts";
import { Conflict } from "#app/features/domain-error.ts";
import { db, write } from "#db/client.ts";
import { purchases, subscriptions } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { startStripeForMembers } from "#test/stripe/paying-members.ts";
import { findPremiumStatus } from "../../server/find-premium-status.server.ts";
import { grantPremium } from "../../server/grant-premium.server.ts";
import { openPortal } from "../changes/open-portal.server.ts";
import {
  cancelSubscription,
  pauseSubscription,
  reactivateSubscription,
  resumeSubscription,
} from "../changes/subscription-verbs.server.ts";
import { countPremiumMonths } from "../server/count-premium-months.server.ts";
import { recoverPurchases } from "../server/reconcile-subscriptions.server.ts";
import { confirmPayment } from "./confirm-payment.server.ts";
import { loadPremiumPage } from "./load-premium-page.server.ts";
import { startCheckout } from "./start-checkout.server.ts";

const site = await startStripeForMembers({ at: new Date("2027-01-15T03:00:00Z"), seed: "purchase" });
const { stripe, now, pay, subscribe, atStripe, receiveAll, runMinute, membership, chargesOf, emailsTo } =
  site;
withDatabase();

const dayMs = 24 * 60 * 60 * 1000;
const status = (who: Viewer) => findPremiumStatus({ userId: who.id, now: now() });
let viewer: Viewer;
beforeEach(async () => {
  viewer = await addMember();
  site.skipEvents();
});

test("the card form: premium begins with the payment, and not before", async () => {
  const { clientSecret, publishableKey } = await pay(viewer);
  expect(publishableKey).toBe(stripe.publishableKey);
  expect(await pay(viewer)).toEqual({ clientSecret, publishableKey });
  expect(await confirmPayment({ viewer, now: now() })).toEqual({ state: "unpaid", premiumEndDate: null });
  stripe.pay(clientSecret, "declined");
  expect(await confirmPayment({ viewer, now: now() })).toMatchObject({ state: "unpaid" });
  expect(stripe.pay(clientSecret, "needs_3ds")).toBe("requires_action");
  expect(await membership(viewer)).toMatchObject({ kind: "free", hasCustomer: true });
  stripe.authenticate(clientSecret);
  const until = new Date("2027-02-15T03:00:00Z");
  expect(await confirmPayment({ viewer, now: now() })).toEqual({ state: "paid", premiumEndDate: until });
  expect(await membership(viewer)).toMatchObject({ kind: "active", paidUntil: until, nextPaymentAt: until });
  expect(await status(viewer)).toEqual({ isPremium: true, endDate: until, daysRemaining: 31 });
  await expect(pay(viewer)).rejects.toThrow(Conflict);
  await expect(startCheckout({ viewer, now: now() })).rejects.toThrow(Conflict);
  expect(await db.$count(purchases, eq(purchases.userId, viewer.id))).toBe(0);
  expect(await openPortal({ viewer })).toMatchObject({ url: expect.stringContaining(stripe.origin) });
});

test("Checkout: the open page is found again, and closes what the card form began", async () => {
  const { clientSecret } = await pay(viewer);
  const { url } = await startCheckout({ viewer, now: now() });
  expect(await startCheckout({ viewer, now: now() })).toEqual({ url });
  expect(() => stripe.pay(clientSecret)).toThrow();
  const again = await pay(viewer);
  expect(stripe.payCheckout(url)).toBe("expired");
  const { url: second } = await startCheckout({ viewer, now: now() });
  expect(() => stripe.pay(again.clientSecret)).toThrow();
  expect(stripe.payCheckout(second)).toBe("complete");
  const sessionId = second.split("/").at(-1) ?? "";
  expect(await confirmPayment({ viewer, sessionId, now: now() })).toMatchObject({ state: "paid" });
});

test("100 clicks at once, by both ways, lead to one subscription", async () => {
  const clicks = Array.from({ length: 100 }, (_, click) =>
    click % 20 ? pay(viewer) : startCheckout({ viewer, now: now() }),
  );
  await Promise.all(clicks);
  const open = (await atStripe(viewer)).filter((one) => one.status === "incomplete");
  const sessions = [...stripe.account.checkoutSessions.values()].filter(
    ({ status, customer }) => status === "open" && customer === open[0]?.customer,
  );
  expect(open.length + sessions.length).toBe(1);
  const customers = [...stripe.account.customers.values()].filter(
    ({ metadata }) => metadata.userId === viewer.id,
  );
  expect(customers).toHaveLength(1);
  for (const { clientSecret } of [await pay(viewer)]) stripe.pay(clientSecret);
  await confirmPayment({ viewer, now: now() });
  expect((await atStripe(viewer)).filter((one) => one.status === "active")).toHaveLength(1);
});

test("an answer of Stripe's that is lost makes no second subscription", async () => {
  stripe.failNext({ on: "POST /v1/subscriptions", answer: "disconnect", executes: true, times: 5 });
  await expect(pay(viewer)).rejects.toMatchObject({ code: "unavailable" });
  expect(await atStripe(viewer)).toHaveLength(1);
  stripe.failNext({ on: "POST /v1/subscriptions", answer: 500, times: 5 });
  await pay(viewer);
  expect(await atStripe(viewer)).toHaveLength(1);
});

test("what was paid without a webhook, or before a crash, is found by the recovery", async () => {
  const { clientSecret } = await pay(viewer);
  await write((tx) => tx.delete(subscriptions).where(eq(subscriptions.userId, viewer.id)));
  stripe.pay(clientSecret);
  expect(await status(viewer)).toMatchObject({ isPremium: false });
  await recoverPurchases(new Date(now().getTime() + 10 * 60_000));
  expect(await status(viewer)).toMatchObject({ isPremium: true });
});

test("of two subscriptions that were paid the first stays, and the second is cancelled and refunded", async () => {
  const first = await subscribe(viewer);
  const customer = stripe.account.subscriptions.get(first)?.customer ?? "";
  stripe.clock.advance(60_000);
  const second = await stripe.client().subscriptions.create({
    customer,
    items: [{ price: stripe.priceId }],
    default_payment_method: "pm_card_visa",
  });
  expect(second.status).toBe("active");
  await runMinute();
  expect(stripe.account.subscriptions.get(first)?.status).toBe("active");
  expect(stripe.account.subscriptions.get(second.id)?.status).toBe("canceled");
  expect(
    chargesOf(first)
      .map(({ refunded }) => refunded)
      .toSorted(),
  ).toEqual([false, true]);
  expect(await membership(viewer)).toMatchObject({ kind: "active" });
  expect(await countPremiumMonths(viewer.id)).toBe(1);
  expect(await emailsTo(viewer)).toEqual(["premium-duplicate"]);
});

test("a grant and a subscription stand side by side, and the later end counts", async () => {
  await grantPremium({ actor: operatorActor, userId: viewer.id, days: 30, now: now() });
  const granted = await membership(viewer);
  expect(granted.kind).toBe("granted");
  await expect(pay(viewer)).rejects.toThrow(Conflict);
  stripe.clock.advance(25 * dayMs);
  const { clientSecret } = await pay(viewer);
  expect(clientSecret).toMatch(/^seti_/);
  expect(await membership(viewer)).toMatchObject({ kind: "granted" });
  expect(stripe.pay(clientSecret)).toBe("succeeded");
  const until = granted.grantedUntil;
  expect(await confirmPayment({ viewer, now: now() })).toEqual({ state: "paid", premiumEndDate: until });
  expect(await membership(viewer)).toMatchObject({
    kind: "active",
    nextPaymentAt: until,
    grantedUntil: until,
  });
  const [id] = (await atStripe(viewer)).map((one) => one.id);
  expect(chargesOf(id ?? "")).toEqual([]);
  await expect(
    grantPremium({ actor: operatorActor, userId: viewer.id, days: 0, now: now() }),
  ).rejects.toThrow("カードでお支払い中の会員です。先に解約してください。");
  stripe.clock.advance(6 * dayMs);
  await receiveAll();
  expect(chargesOf(id ?? "")).toHaveLength(1);
  const paid = await membership(viewer);
  await grantPremium({ actor: operatorActor, userId: viewer.id, days: 1, now: now() });
  expect((await status(viewer)).endDate).toEqual(paid.paidUntil);
  await grantPremium({ actor: operatorActor, userId: viewer.id, days: 90, now: now() });
  await cancelSubscription({ viewer, now: now() });
  expect((await status(viewer)).daysRemaining).toBe(90);
});

test("a grant that ends within two days can be followed by Checkout as well", async () => {
  await grantPremium({ actor: operatorActor, userId: viewer.id, days: 1, now: now() });
  const { url } = await startCheckout({ viewer, now: now() });
  expect(stripe.payCheckout(url)).toBe("complete");
  await receiveAll();
  expect(await membership(viewer)).toMatchObject({ kind: "active" });
  stripe.clock.advance(2 * dayMs);
  expect(await status(viewer)).toMatchObject({ isPremium: true });
});

test("a subscription that ended with paid time left can be bought again, and its next payment follows that time", async () => {
  const first = await subscribe(viewer);
  const { paidUntil } = await membership(viewer);
  stripe.clock.advance(dayMs);
  await stripe.client().subscriptions.cancel(first);
  await receiveAll();
  expect(await membership(viewer)).toMatchObject({ kind: "ended", paidUntil, nextPaymentAt: null });
  expect(await status(viewer)).toMatchObject({ isPremium: true, endDate: paidUntil });
  for (const change of [cancelSubscription, pauseSubscription, resumeSubscription, reactivateSubscription])
    await expect(change({ viewer, now: now() })).rejects.toThrow(Conflict);
  expect(await loadPremiumPage({ viewer: { ...viewer, isPremium: true }, now: now() })).toMatchObject({
    order: { orderLabel: expect.stringMatching(/から月額550円で申し込む$/) },
  });
  const { clientSecret } = await pay(viewer);
  expect(clientSecret).toMatch(/^seti_/);
  stripe.pay(clientSecret);
  await receiveAll();
  expect(await membership(viewer)).toMatchObject({ kind: "active", paidUntil, nextPaymentAt: paidUntil });
  expect(chargesOf(first)).toHaveLength(1);
  stripe.clock.advanceTo(new Date((paidUntil?.getTime() ?? 0) + dayMs / 12));
  await receiveAll();
  expect(chargesOf(first)).toHaveLength(2);
  expect(await status(viewer)).toMatchObject({ isPremium: true });
});

test("what the browser claims gives nothing", async () => {
  const other = await addMember();
  const otherSecret = (await pay(other)).clientSecret;
  stripe.pay(otherSecret);
  const foreign = otherSecret.split("_secret_")[0] ?? "";
  const intent = stripe.account.paymentIntents.get(foreign);
  if (intent) intent.status = "processing";
  expect(await confirmPayment({ viewer: other, paymentIntent: foreign, now: now() })).toMatchObject({
    state: "paid",
  });
  await pay(viewer);
  for (const claim of [
    { paymentIntent: foreign },
    { paymentIntent: "pi_1/../x" },
    { sessionId: "cs_test_1" },
  ])
    expect(await confirmPayment({ viewer, ...claim, now: now() })).toMatchObject({ state: "unpaid" });
  expect(await status(viewer)).toMatchObject({ isPremium: false });
});

test("while Stripe is down, nothing is promised", async () => {
  for (const answer of [500, 429, "disconnect"] as const) {
    stripe.failNext({ answer, times: 4 });
    await expect(pay(viewer), String(answer)).rejects.toMatchObject({ code: "unavailable", retryAfter: 30 });
  }
});
