import type Stripe from "stripe";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { StripeDouble } from "./double.ts";
import { startStripe } from "./server.ts";
import { day, periodOf, subscribe, subscribeAndPay } from "./test-subscription.ts";

const hour = day / 24;
let double: StripeDouble;
let stripe: Stripe;

beforeEach(async () => {
  double = await startStripe({ at: new Date("2027-01-31T09:00:00Z"), seed: "billing" });
  stripe = double.client();
});
afterEach(() => double.close());

const statusOf = async (id: string) => (await stripe.subscriptions.retrieve(id)).status;
const invoicesOf = async (subscription: string) =>
  (await stripe.invoices.list({ subscription })).data.map((invoice) => invoice.status);
const typesSince = (count: number) =>
  double
    .events()
    .slice(count)
    .map((event) => event.type);

test("a subscription waits for its first payment and begins with it", async () => {
  const { subscription, secret } = await subscribe(double);
  expect(subscription.status).toBe("incomplete");
  expect(secret).toMatch(/^pi_\w+_secret_\w+$/);
  expect(double.pay(secret)).toBe("succeeded");
  const paid = await stripe.subscriptions.retrieve(subscription.id, { expand: ["default_payment_method"] });
  expect(paid.status).toBe("active");
  expect(periodOf(paid)).toEqual(["2027-01-31T09:00:00.000Z", "2027-02-28T09:00:00.000Z"]);
  expect(paid.default_payment_method).toMatchObject({ object: "payment_method", card: { last4: "4242" } });
  expect(typesSince(0)).toEqual([
    "customer.created",
    "invoice.created",
    "customer.subscription.created",
    "payment_intent.created",
    "invoice.finalized",
    "payment_method.attached",
    "charge.succeeded",
    "payment_intent.succeeded",
    "invoice_payment.paid",
    "invoice.paid",
    "invoice.payment_succeeded",
    "customer.subscription.updated",
  ]);
  expect(double.events().at(-1)?.data.previous_attributes).toMatchObject({ status: "incomplete" });
});

test("a declined or unproven first payment may be tried again", async () => {
  const { subscription, secret } = await subscribe(double);
  expect(double.pay(secret, "declined")).toBe("requires_payment_method");
  expect(double.pay(secret, "needs_3ds")).toBe("requires_action");
  expect(double.authenticate(secret, false)).toBe("requires_payment_method");
  expect(await statusOf(subscription.id)).toBe("incomplete");
  double.pay(secret, "needs_3ds");
  expect(double.authenticate(secret)).toBe("succeeded");
  expect(await statusOf(subscription.id)).toBe("active");
  const intent = await stripe.paymentIntents.retrieve(secret.split("_secret_")[0] ?? "");
  expect(intent).toMatchObject({ status: "succeeded", last_payment_error: null, amount_received: 550 });
  expect(typesSince(0)).toContain("invoice.payment_action_required");
});

test("without a first payment it expires after 23 hours, its invoice void", async () => {
  const { subscription, secret } = await subscribe(double);
  double.clock.advance(23 * hour - 1000);
  expect(await statusOf(subscription.id)).toBe("incomplete");
  double.clock.advance(1000);
  expect(await statusOf(subscription.id)).toBe("incomplete_expired");
  expect(await invoicesOf(subscription.id)).toEqual(["void"]);
  expect(() => double.pay(secret)).toThrow("status of canceled");
});

test("it is renewed on its day of the month, or the last, and paid an hour later", async () => {
  const { id } = await subscribeAndPay(double);
  double.clock.advanceTo(new Date("2027-02-28T09:00:00Z"));
  const begun = await stripe.subscriptions.retrieve(id, { expand: ["latest_invoice"] });
  expect(periodOf(begun)).toEqual(["2027-02-28T09:00:00.000Z", "2027-03-31T09:00:00.000Z"]);
  expect(begun.status).toBe("active");
  expect(begun.latest_invoice).toMatchObject({ status: "draft", billing_reason: "subscription_cycle" });
  double.clock.advance(hour);
  expect(await invoicesOf(id)).toEqual(["paid", "paid"]);
  double.clock.advance(62 * day);
  expect(periodOf(await stripe.subscriptions.retrieve(id))).toEqual([
    "2027-04-30T09:00:00.000Z",
    "2027-05-31T09:00:00.000Z",
  ]);
});

test("a renewal that is declined is tried again, then the subscription ends", async () => {
  const { id, customer } = await subscribeAndPay(double);
  double.declineRenewals(customer.id);
  double.clock.advanceTo(new Date("2027-02-28T10:00:00Z"));
  expect(await statusOf(id)).toBe("past_due");
  double.clock.advance(14 * day);
  expect(await statusOf(id)).toBe("past_due");
  double.clock.advance(day);
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
    status: "canceled",
    cancellation_details: { reason: "payment_failed" },
  });
  expect(double.events("invoice.payment_failed")).toHaveLength(4);
});

test("a retry that succeeds makes it active again", async () => {
  const { id, customer } = await subscribeAndPay(double);
  double.declineRenewals(customer.id);
  double.clock.advance(29 * day);
  expect(await statusOf(id)).toBe("past_due");
  double.declineRenewals(customer.id, false);
  double.clock.advance(3 * day);
  expect(await statusOf(id)).toBe("active");
  expect(await invoicesOf(id)).toEqual(["paid", "paid"]);
});

test("a renewal that the bank asks about waits for the customer, past due", async () => {
  const { id } = await subscribeAndPay(double, "4000002760003184");
  double.clock.advanceTo(new Date("2027-02-28T10:00:00Z"));
  const due = await stripe.subscriptions.retrieve(id, { expand: ["latest_invoice.confirmation_secret"] });
  expect(due.status).toBe("past_due");
  expect(typesSince(0)).toContain("invoice.payment_action_required");
  const invoice = typeof due.latest_invoice === "object" ? due.latest_invoice : null;
  const secret = invoice?.confirmation_secret?.client_secret ?? "";
  await expect(stripe.invoices.pay(invoice?.id ?? "")).rejects.toMatchObject({
    code: "invoice_payment_intent_requires_action",
  });
  expect(double.authenticate(secret)).toBe("succeeded");
  expect(await statusOf(id)).toBe("active");
});

test("a new period that a customer asks for is paid as by one who is there, unless that is denied", async () => {
  for (const off_session of [undefined, false, true]) {
    const { id } = await subscribeAndPay(double, "4000002500003155");
    const changed = await stripe.subscriptions.update(id, {
      billing_cycle_anchor: { type: "now" },
      proration_behavior: "none",
      ...(off_session !== undefined && { off_session }),
    });
    expect(changed.status).toBe(off_session ? "active" : "past_due");
  }
});

test("an invoice's own page takes a card and asks the bank's question", async () => {
  const { id, customer } = await subscribeAndPay(double);
  double.declineRenewals(customer.id);
  double.clock.advanceTo(new Date("2027-02-28T10:00:00Z"));
  const due = await stripe.subscriptions.retrieve(id, { expand: ["latest_invoice"] });
  const url = (typeof due.latest_invoice === "object" && due.latest_invoice?.hosted_invoice_url) || "";
  const post = async (fields: Record<string, string>) =>
    (await fetch(url, { method: "POST", body: new URLSearchParams(fields) })).text();
  const card = { expiry: "12/34", cvc: "123" };
  expect(await post({ ...card, number: "4000000000000002" })).toContain("支払う");
  expect(await post({ ...card, number: "4000002500003155" })).toContain("3D セキュア");
  expect(await post({ succeeds: "true" })).toContain("お支払い済みです");
  expect(await statusOf(id)).toBe("active");
});

test("while collection is paused invoices are void and the status stays active", async () => {
  const { id } = await subscribeAndPay(double);
  const resumesAt = Date.UTC(2027, 4, 29, 9) / 1000;
  await stripe.subscriptions.update(id, { pause_collection: { behavior: "void", resumes_at: resumesAt } });
  double.clock.advanceTo(new Date("2027-05-28T00:00:00Z"));
  expect(await invoicesOf(id)).toEqual(["void", "void", "void", "paid"]);
  expect(await statusOf(id)).toBe("active");
  const before = double.events().length;
  double.clock.advance(2 * day);
  expect(typesSince(before)).toEqual(["customer.subscription.updated"]);
  expect((await stripe.subscriptions.retrieve(id)).pause_collection).toBeNull();
  double.clock.advance(3 * day);
  expect(await invoicesOf(id)).toEqual(["paid", "void", "void", "void", "paid"]);
});

test("it can end with its period, and that be taken back", async () => {
  const { id } = await subscribeAndPay(double);
  const ending = await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  expect(ending).toMatchObject({ status: "active", cancel_at: Date.UTC(2027, 1, 28, 9) / 1000 });
  const kept = await stripe.subscriptions.update(id, { cancel_at_period_end: false });
  expect(kept).toMatchObject({ cancel_at: null, canceled_at: null, cancel_at_period_end: false });
  await stripe.subscriptions.update(id, { cancel_at: "min_period_end" });
  double.clock.advance(29 * day);
  expect(await statusOf(id)).toBe("canceled");
  expect(await invoicesOf(id)).toEqual(["paid"]);
  expect(double.events("customer.subscription.deleted")).toHaveLength(1);
  await expect(stripe.subscriptions.update(id, { cancel_at_period_end: true })).rejects.toMatchObject({
    statusCode: 400,
  });
  await expect(stripe.subscriptions.cancel(id)).rejects.toMatchObject({ statusCode: 404 });
});

test("a trial asks for a card and costs nothing until it ends", async () => {
  const trialEnd = Date.UTC(2027, 1, 10) / 1000;
  const { subscription } = await subscribe(double, { trial_end: trialEnd, expand: ["pending_setup_intent"] });
  expect(subscription.status).toBe("trialing");
  const setup = subscription.pending_setup_intent;
  double.pay(setup && typeof setup === "object" ? setup.id : "");
  expect((await stripe.subscriptions.retrieve(subscription.id)).pending_setup_intent).toBeNull();
  double.clock.advanceTo(new Date("2027-02-10T02:00:00Z"));
  const { data } = await stripe.invoices.list({ subscription: subscription.id });
  expect(data.map((invoice) => [invoice.billing_reason, invoice.status, invoice.amount_paid])).toEqual([
    ["subscription_cycle", "paid", 550],
    ["subscription_create", "paid", 0],
  ]);
});

test("what was paid is given back, in parts, or taken back by the bank", async () => {
  const { secret } = await subscribeAndPay(double);
  const [payment_intent = ""] = secret.split("_secret_");
  await stripe.refunds.create({ payment_intent, amount: 50 });
  await expect(stripe.refunds.create({ payment_intent, amount: 501 })).rejects.toMatchObject({
    param: "amount",
  });
  await stripe.refunds.create({ payment_intent });
  const charges = await stripe.charges.list({ payment_intent, expand: ["data.refunds"] });
  expect(charges.data).toMatchObject([
    { refunded: true, amount_refunded: 550, refunds: { data: [{ amount: 500 }, { amount: 50 }] } },
  ]);
  await expect(stripe.refunds.create({ payment_intent })).rejects.toMatchObject({
    code: "charge_already_refunded",
  });
  const other = await subscribeAndPay(double);
  double.dispute(other.secret.split("_secret_")[0] ?? "");
  expect(double.events("charge.dispute.created")).toHaveLength(1);
});

test("an invoice and its payment are found by each other", async () => {
  const { id, secret } = await subscribeAndPay(double);
  const [payment_intent = ""] = secret.split("_secret_");
  const { data } = await stripe.invoicePayments.list({ payment: { type: "payment_intent", payment_intent } });
  const invoice = await stripe.invoices.retrieve(String(data[0]?.invoice), {
    expand: ["payments.data.payment.payment_intent"],
  });
  expect(invoice.parent?.subscription_details?.subscription).toBe(id);
  expect(invoice.payments?.data[0]?.payment.payment_intent).toMatchObject({ id: payment_intent });
});

test("Checkout makes the subscription once it is paid", async () => {
  const session = await stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price: double.priceId, quantity: 1 }],
    client_reference_id: "7",
    success_url: "https://mugen.example/premium-success?session_id={CHECKOUT_SESSION_ID}",
    subscription_data: { metadata: { userId: "7" } },
  });
  const before = await fetch(session.url ?? "");
  expect(await before.text()).toContain("申し込む");
  const form = new URLSearchParams({ number: "4242424242424242", expiry: "12/34", cvc: "123" });
  const answer = await fetch(session.url ?? "", { method: "POST", body: form, redirect: "manual" });
  expect([answer.status, answer.headers.get("Location")]).toEqual([
    303,
    `https://mugen.example/premium-success?session_id=${session.id}`,
  ]);
  const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ["subscription"] });
  expect(paid).toMatchObject({
    status: "complete",
    payment_status: "paid",
    url: null,
    subscription: { status: "active", metadata: { userId: "7" } },
  });
  await expect(stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({ statusCode: 400 });
});

test("a Checkout page that nobody pays expires after a day", async () => {
  const session = await stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price: double.priceId, quantity: 1 }],
    success_url: "https://mugen.example/",
  });
  double.clock.advance(day);
  expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe("expired");
  expect(double.payCheckout(session.id)).toBe("expired");
});

test("the portal ends a subscription by its date alone, and takes another card", async () => {
  const { id, customer } = await subscribeAndPay(double);
  const portal = await stripe.billingPortal.sessions.create({
    customer: customer.id,
    return_url: "https://mugen.example/settings",
  });
  const post = (fields: Record<string, string>) =>
    fetch(portal.url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
  expect((await post({ does: "cancel", subscription: id })).status).toBe(303);
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
    cancel_at: Date.UTC(2027, 1, 28, 9) / 1000,
    cancel_at_period_end: false,
  });
  await post({ does: "keep", subscription: id });
  await post({ does: "card", number: "5555555555554444", expiry: "12/34", cvc: "123" });
  expect(await stripe.subscriptions.retrieve(id, { expand: ["default_payment_method"] })).toMatchObject({
    cancel_at: null,
    default_payment_method: { card: { last4: "4444" } },
  });
});
