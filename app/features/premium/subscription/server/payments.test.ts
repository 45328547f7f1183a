import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import { denyAccount } from "#app/features/accounts/server/deny-account.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { Conflict } from "#app/features/domain-error.ts";
import { db, write } from "#db/client.ts";
import { emails, payments, purchases, stripeCancellations, subscriptions, users } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { startStripe } from "#test/stripe/server.ts";
import { findPremiumStatus } from "../../server/find-premium-status.server.ts";
import { grantPremium } from "../../server/grant-premium.server.ts";
import { countPremiumMonths } from "./account-part.server.ts";
import { cancelSubscription } from "./cancel-subscription.server.ts";
import { runDueCancellations } from "./cancellations.server.ts";
import { confirmPayment } from "./confirm-payment.server.ts";
import { findMembership } from "./find-membership.server.ts";
import { handleStripeEvent } from "./handle-stripe-event.server.ts";
import { keepSubscription } from "./keep-subscription.server.ts";
import { openPortal } from "./open-portal.server.ts";
import { pauseSubscription } from "./pause-subscription.server.ts";
import {
  reconcileSubscriptions,
  recoverPurchases,
  resumeDuePauses,
  sendPauseReminders,
} from "./reconcile-subscriptions.server.ts";
import { resumeSubscription } from "./resume-subscription.server.ts";
import { startCheckout } from "./start-checkout.server.ts";
import { startPayment } from "./start-payment.server.ts";

// isolated: the settings name a Stripe of this file's own.
const begin = new Date("2027-01-15T03:00:00Z");
const stripe = await startStripe({ at: begin, seed: "payments" });
Object.assign(environment(), stripe.settings);
withDatabase();

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const now = () => new Date(stripe.clock.now());
let viewer: Viewer;
/** Events that were received, or are of an earlier test. */
let received = 0;
beforeEach(async () => {
  viewer = await addMember();
  received = stripe.events().length;
});

const pay = (who = viewer) => startPayment({ viewer: who, email: who.email, name: who.name, now: now() });
const membership = (who = viewer) => findMembership({ userId: who.id, now: now() });
const status = (who = viewer) => findPremiumStatus({ userId: who.id, now: now() });

/** The member's subscriptions at Stripe. */
async function atStripe(who = viewer) {
  const [account] = await db.select().from(users).where(eq(users.id, who.id));
  return [...stripe.account.subscriptions.values()].filter(
    ({ customer }) => customer === account?.stripeCustomerId,
  );
}

/** Buys premium with the card form. */
async function subscribe(who = viewer): Promise<string> {
  const { clientSecret } = await pay(who);
  expect(stripe.pay(clientSecret)).toBe("succeeded");
  expect(await confirmPayment({ viewer: who, now: now() })).toMatchObject({ state: "paid" });
  const [subscription] = await atStripe(who);
  return subscription?.id ?? "";
}

const chargeOf = (subscription: string) =>
  [...stripe.account.charges.values()].filter(
    ({ customer }) => customer === stripe.account.subscriptions.get(subscription)?.customer,
  );

const sentTo = async (who = viewer) =>
  (await db.select().from(emails).where(eq(emails.to, who.email))).map(({ template }) => template);

test("the card form: premium begins with the payment, and not before", async () => {
  const { clientSecret, publishableKey } = await pay();
  expect(publishableKey).toBe(stripe.publishableKey);
  expect(await pay()).toEqual({ clientSecret, publishableKey });
  expect(await confirmPayment({ viewer, now: now() })).toEqual({ state: "unpaid", premiumEndDate: null });
  stripe.pay(clientSecret, "declined");
  expect(await confirmPayment({ viewer, now: now() })).toMatchObject({ state: "unpaid" });
  expect(stripe.pay(clientSecret, "needs_3ds")).toBe("requires_action");
  expect(await membership()).toMatchObject({ kind: "free", hasCustomer: true });
  stripe.authenticate(clientSecret);
  const until = new Date("2027-02-15T03:00:00Z");
  expect(await confirmPayment({ viewer, now: now() })).toEqual({ state: "paid", premiumEndDate: until });
  expect(await membership()).toMatchObject({ kind: "active", paidUntil: until, nextPaymentAt: until });
  expect(await status()).toEqual({ isPremium: true, endDate: until, daysRemaining: 31 });
  await expect(pay()).rejects.toThrow(Conflict);
  await expect(startCheckout({ viewer, now: now() })).rejects.toThrow(Conflict);
  expect(await db.$count(purchases, eq(purchases.userId, viewer.id))).toBe(0);
  expect(await openPortal({ viewer })).toMatchObject({ url: expect.stringContaining(stripe.origin) });
});

test("Checkout: the open page is found again, and closes what the card form began", async () => {
  const { clientSecret } = await pay();
  const { url } = await startCheckout({ viewer, now: now() });
  expect(await startCheckout({ viewer, now: now() })).toEqual({ url });
  expect(() => stripe.pay(clientSecret)).toThrow();
  const again = await pay();
  expect(stripe.payCheckout(url)).toBe("expired");
  const { url: second } = await startCheckout({ viewer, now: now() });
  expect(() => stripe.pay(again.clientSecret)).toThrow();
  expect(stripe.payCheckout(second)).toBe("complete");
  const sessionId = second.split("/").at(-1) ?? "";
  expect(await confirmPayment({ viewer, sessionId, now: now() })).toMatchObject({ state: "paid" });
});

test("100 clicks at once, by both ways, lead to one subscription", async () => {
  const clicks = Array.from({ length: 100 }, (_, click) =>
    click % 20 ? pay() : startCheckout({ viewer, now: now() }),
  );
  await Promise.all(clicks);
  const open = (await atStripe()).filter((one) => one.status === "incomplete");
  const sessions = [...stripe.account.checkoutSessions.values()].filter(
    ({ status, customer }) => status === "open" && customer === open[0]?.customer,
  );
  expect(open.length + sessions.length).toBe(1);
  const customers = [...stripe.account.customers.values()].filter(
    ({ metadata }) => metadata.userId === viewer.id,
  );
  expect(customers).toHaveLength(1);
  for (const { clientSecret } of [await pay()]) stripe.pay(clientSecret);
  await confirmPayment({ viewer, now: now() });
  expect((await atStripe()).filter((one) => one.status === "active")).toHaveLength(1);
});

test("an answer of Stripe's that is lost makes no second subscription", async () => {
  stripe.failNext({ on: "POST /v1/subscriptions", answer: "disconnect", executes: true, times: 5 });
  await expect(pay()).rejects.toMatchObject({ code: "unavailable" });
  expect(await atStripe()).toHaveLength(1);
  stripe.failNext({ on: "POST /v1/subscriptions", answer: 500, times: 5 });
  await pay();
  expect(await atStripe()).toHaveLength(1);
});

test("what was paid without a webhook, or before a crash, is found by the recovery", async () => {
  const { clientSecret } = await pay();
  await write((tx) => tx.delete(subscriptions).where(eq(subscriptions.userId, viewer.id)).returning());
  stripe.pay(clientSecret);
  expect(await status()).toMatchObject({ isPremium: false });
  await recoverPurchases(new Date(now().getTime() + 10 * 60_000));
  expect(await status()).toMatchObject({ isPremium: true });
});

test("of two subscriptions that were paid the first stays, and the second is cancelled and refunded", async () => {
  const first = await subscribe();
  const customer = stripe.account.subscriptions.get(first)?.customer ?? "";
  stripe.clock.advance(60_000);
  const second = await stripe.client().subscriptions.create({
    customer,
    items: [{ price: stripe.priceId }],
    default_payment_method: "pm_card_visa",
  });
  expect(second.status).toBe("active");
  await recoverAll();
  expect(stripe.account.subscriptions.get(first)?.status).toBe("active");
  expect(stripe.account.subscriptions.get(second.id)?.status).toBe("canceled");
  expect(
    chargeOf(first)
      .map(({ refunded }) => refunded)
      .toSorted(),
  ).toEqual([false, true]);
  expect(await membership()).toMatchObject({ kind: "active" });
  expect(await countPremiumMonths(viewer.id)).toBe(1);
  expect(await sentTo()).toEqual(["premium-duplicate"]);
});

/** What the minute does, after every event was received. */
async function recoverAll(): Promise<void> {
  await receiveAll();
  await runDueCancellations(now());
  await sendPauseReminders(now());
  await resumeDuePauses(now());
  await receiveAll();
}

async function receiveAll(): Promise<void> {
  const events = stripe.events();
  for (; received < events.length; received++) {
    const event = events[received];
    if (event) await receive(event);
  }
}

const receive = (event: Parameters<typeof stripe.sign>[0]) =>
  handleStripeEvent({ ...stripe.sign(event), now: now() });

test("a renewal: premium goes on while it is paid, and a day of grace ends when it is not", async () => {
  const id = await subscribe();
  const end = new Date("2027-02-15T03:00:00Z");
  expect((await membership()).paidUntil).not.toBeNull();
  const from = now();
  const paidUntil = (await membership()).paidUntil ?? end;
  stripe.clock.advanceTo(new Date(paidUntil.getTime() + 30 * 60_000));
  await receiveAll();
  expect(await status()).toEqual({ isPremium: true, endDate: paidUntil, daysRemaining: 0 });
  stripe.clock.advance(hourMs);
  await receiveAll();
  const next = await membership();
  expect(next.kind).toBe("active");
  expect(next.paidUntil?.getTime()).toBeGreaterThan(paidUntil.getTime());
  expect(await countPremiumMonths(viewer.id)).toBe(2);

  stripe.declineRenewals(stripe.account.subscriptions.get(id)?.customer ?? "");
  stripe.clock.advanceTo(new Date((next.paidUntil?.getTime() ?? 0) + 2 * hourMs));
  await receiveAll();
  expect(await membership()).toMatchObject({ kind: "past_due", nextPaymentAt: null });
  expect(await status()).toMatchObject({ isPremium: true, daysRemaining: 0 });
  expect(await sentTo()).toEqual(["premium-payment-failed"]);
  await expect(pauseSubscription({ viewer, now: now() })).rejects.toThrow(Conflict);
  stripe.clock.advance(dayMs);
  expect(await status()).toMatchObject({ isPremium: false });
  stripe.declineRenewals(stripe.account.subscriptions.get(id)?.customer ?? "", false);
  stripe.clock.advance(5 * dayMs);
  await receiveAll();
  expect(await membership()).toMatchObject({ kind: "active" });
  expect(await status()).toMatchObject({ isPremium: true });
  const [account] = await db.select().from(users).where(eq(users.id, viewer.id));
  expect(account?.premiumStartDate?.getTime()).toBe(from.getTime());
});

test("a cancellation ends at the paid end, without grace, and can be taken back until then", async () => {
  await subscribe();
  expect(await cancelSubscription({ viewer, now: now() })).toMatchObject({
    kind: "canceling",
    nextPaymentAt: null,
  });
  await expect(cancelSubscription({ viewer, now: now() })).rejects.toThrow(Conflict);
  expect(await keepSubscription({ viewer, now: now() })).toMatchObject({ kind: "active" });
  await expect(keepSubscription({ viewer, now: now() })).rejects.toThrow(Conflict);
  const { paidUntil } = await cancelSubscription({ viewer, now: now() });
  expect(await sentTo()).toEqual(["premium-cancelled", "premium-cancelled"]);
  stripe.clock.advanceTo(new Date((paidUntil?.getTime() ?? 0) - 1000));
  expect(await status()).toMatchObject({ isPremium: true });
  stripe.clock.advance(2000);
  expect(await status()).toMatchObject({ isPremium: false });
  await receiveAll();
  expect(await membership()).toMatchObject({ kind: "free", paidUntil: null });
  await expect(cancelSubscription({ viewer, now: now() })).rejects.toThrow(Conflict);
  await subscribe();
});

test("a pause begins at the paid end, is announced before it ends, and ends with a payment, once", async () => {
  await subscribe();
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
  await recoverAll();
  expect(await membership()).toMatchObject({ kind: "paused", pauseUsed: true, paidUntil });
  expect(await status()).toMatchObject({ isPremium: false });
  await expect(pay()).rejects.toThrow(Conflict);
  stripe.clock.advanceTo(new Date(resumesAt.getTime() - 8 * dayMs));
  await recoverAll();
  expect(await sentTo()).toEqual([]);
  stripe.clock.advance(dayMs + hourMs);
  await recoverAll();
  await recoverAll();
  expect(await sentTo()).toEqual(["premium-resumes"]);
  expect(await countPremiumMonths(viewer.id)).toBe(1);

  stripe.clock.advanceTo(new Date(resumesAt.getTime() + 60_000));
  await recoverAll();
  expect(await membership()).toMatchObject({ kind: "active", pauseUsed: true, resumesAt: null });
  expect(await status()).toMatchObject({ isPremium: true });
  expect(await countPremiumMonths(viewer.id)).toBe(2);
  await expect(pauseSubscription({ viewer, now: now() })).rejects.toThrow("1回だけ");
});

test("a pause can end early with a payment, or with a cancellation", async () => {
  const id = await subscribe();
  const { paidUntil } = await pauseSubscription({ viewer, now: now() });
  expect(await cancelSubscription({ viewer, now: now() })).toMatchObject({
    kind: "canceling",
    paidUntil,
    pauseUsed: false,
  });
  await keepSubscription({ viewer, now: now() });
  await pauseSubscription({ viewer, now: now() });
  stripe.clock.advanceTo(new Date((paidUntil?.getTime() ?? 0) + 10 * dayMs));
  await recoverAll();
  expect(await resumeSubscription({ viewer, now: now() })).toMatchObject({ kind: "active" });
  expect(await status()).toMatchObject({ isPremium: true });
  expect(chargeOf(id)).toHaveLength(2);

  const other = await addMember();
  await subscribe(other);
  const paused = await pauseSubscription({ viewer: other, now: now() });
  stripe.clock.advanceTo(new Date((paused.paidUntil?.getTime() ?? 0) + 10 * dayMs));
  await recoverAll();
  await cancelSubscription({ viewer: other, now: now() });
  expect(await membership(other)).toMatchObject({ kind: "free" });
});

test("a refund in full and a dispute end premium, a part of it does not", async () => {
  for (const undo of ["refund", "dispute"] as const) {
    const who = await addMember();
    const id = await subscribe(who);
    const [charge] = chargeOf(id);
    if (undo === "refund") {
      stripe.refund(charge?.id ?? "", 100);
      await recoverAll();
      expect(await status(who)).toMatchObject({ isPremium: true });
      stripe.refund(charge?.id ?? "", 450);
    } else stripe.dispute(charge?.id ?? "");
    await recoverAll();
    expect(await status(who), undo).toMatchObject({ isPremium: false });
    expect(stripe.account.subscriptions.get(id)?.status, undo).toBe("canceled");
    expect(await membership(who)).toMatchObject({ kind: "free" });
    expect(await db.select().from(payments).where(eq(payments.userId, who.id))).toMatchObject([
      { amount: 550, reversedAt: expect.any(Date) },
    ]);
  }
});

test("a grant and a subscription stand side by side, and the later end counts", async () => {
  await grantPremium({ userId: viewer.id, days: 30, now: now() });
  const granted = await membership();
  expect(granted.kind).toBe("granted");
  await expect(pay()).rejects.toThrow(Conflict);
  stripe.clock.advance(25 * dayMs);
  const { clientSecret } = await pay();
  expect(clientSecret).toMatch(/^seti_/);
  expect(await membership()).toMatchObject({ kind: "granted" });
  expect(stripe.pay(clientSecret)).toBe("succeeded");
  const until = granted.grantedUntil;
  expect(await confirmPayment({ viewer, now: now() })).toEqual({ state: "paid", premiumEndDate: until });
  expect(await membership()).toMatchObject({ kind: "active", nextPaymentAt: until, grantedUntil: until });
  const [id] = (await atStripe()).map((one) => one.id);
  expect(chargeOf(id ?? "")).toEqual([]);
  await expect(grantPremium({ userId: viewer.id, days: 0, now: now() })).rejects.toThrow(
    "カードでお支払い中の会員です。先に解約してください。",
  );
  stripe.clock.advance(6 * dayMs);
  await receiveAll();
  expect(chargeOf(id ?? "")).toHaveLength(1);
  const paid = await membership();
  await grantPremium({ userId: viewer.id, days: 1, now: now() });
  expect((await status()).endDate).toEqual(paid.paidUntil);
  await grantPremium({ userId: viewer.id, days: 90, now: now() });
  await cancelSubscription({ viewer, now: now() });
  expect((await status()).daysRemaining).toBe(90);
});

test("a grant that ends within two days can be followed by Checkout as well", async () => {
  await grantPremium({ userId: viewer.id, days: 1, now: now() });
  const { url } = await startCheckout({ viewer, now: now() });
  expect(stripe.payCheckout(url)).toBe("complete");
  await receiveAll();
  expect(await membership()).toMatchObject({ kind: "active" });
  stripe.clock.advance(2 * dayMs);
  expect(await status()).toMatchObject({ isPremium: true });
});

test("whoever is deleted or denied pays no more, also when Stripe is down at that moment", async () => {
  for (const close of [deleteAccount, denyAccount]) {
    const who = await addMember();
    const id = await subscribe(who);
    if (close === deleteAccount) await deleteAccount({ viewer: who });
    else await denyAccount({ userId: who.id });
    const customer = stripe.account.subscriptions.get(id)?.customer ?? "";
    stripe.failNext({ answer: 503, times: 4 });
    await runDueCancellations(new Date());
    expect(await db.$count(stripeCancellations, eq(stripeCancellations.id, customer))).toBe(1);
    await runDueCancellations(new Date(Date.now() + hourMs));
    expect(stripe.account.subscriptions.get(id)?.status).toBe("canceled");
    expect(await db.$count(stripeCancellations)).toBe(0);
    await receiveAll();
    expect(await sentTo(who)).toEqual(
      close === deleteAccount ? ["premium-ended-with-account"] : ["premium-cancelled"],
    );
  }
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
  await pay();
  for (const claim of [
    { paymentIntent: foreign },
    { paymentIntent: "pi_1/../x" },
    { sessionId: "cs_test_1" },
  ])
    expect(await confirmPayment({ viewer, ...claim, now: now() })).toMatchObject({ state: "unpaid" });
  expect(await status()).toMatchObject({ isPremium: false });
});

test("events are applied in any order, once each, and again when the first attempt failed", async () => {
  const { clientSecret } = await pay();
  stripe.pay(clientSecret);
  const events = stripe.events().slice(received).reverse();
  for (const event of [...events, ...events]) await receive(event);
  expect(await membership()).toMatchObject({ kind: "active" });
  expect(await db.$count(payments, eq(payments.userId, viewer.id))).toBe(1);

  await cancelAtStripeOnly();
  const last = stripe.events().at(-1);
  if (!last) throw new Error("no event");
  stripe.failNext({ answer: 500, times: 4 });
  await expect(receive(last)).rejects.toMatchObject({ code: "unavailable" });
  const before = stripe.requests.length;
  await receive(last);
  expect(await membership()).toMatchObject({ kind: "canceling" });
  const after = stripe.requests.length;
  expect(after).toBeGreaterThan(before);
  await receive(last);
  expect(stripe.requests.length).toBe(after);
});

async function cancelAtStripeOnly(): Promise<void> {
  const [subscription] = await atStripe();
  await stripe.client().subscriptions.update(subscription?.id ?? "", { cancel_at_period_end: true });
}

test("what webhooks have missed is repaired within a day", async () => {
  await subscribe();
  await cancelAtStripeOnly();
  await reconcileSubscriptions(now());
  expect(await membership()).toMatchObject({ kind: "active" });
  await reconcileSubscriptions(new Date(now().getTime() + dayMs + 1000));
  expect(await membership()).toMatchObject({ kind: "canceling" });
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

test("while Stripe is down, nothing is promised", async () => {
  for (const answer of [500, 429, "disconnect"] as const) {
    stripe.failNext({ answer, times: 4 });
    await expect(pay(), String(answer)).rejects.toMatchObject({ code: "unavailable", retryAfter: 30 });
  }
});
