import type Stripe from "stripe";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { StripeDouble } from "./double.ts";
import { startStripe } from "./server.ts";

const day = 24 * 60 * 60 * 1000;
let double: StripeDouble;
let stripe: Stripe;

beforeEach(async () => {
  double = await startStripe({ at: new Date("2027-01-31T09:00:00Z"), seed: "test" });
  stripe = double.client();
});
afterEach(() => double.close());

async function subscribe(o: Partial<Stripe.SubscriptionCreateParams> = {}) {
  const customer = await stripe.customers.create({ email: "hana@example.com", metadata: { userId: "7" } });
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: double.priceId }],
    payment_behavior: "default_incomplete",
    payment_settings: { save_default_payment_method: "on_subscription" },
    expand: ["latest_invoice.confirmation_secret"],
    ...o,
  });
  const invoice = typeof subscription.latest_invoice === "object" ? subscription.latest_invoice : null;
  return { customer, subscription, secret: invoice?.confirmation_secret?.client_secret ?? "" };
}

const periodOf = (subscription: Stripe.Subscription) =>
  subscription.items.data.map((item) => [
    new Date(item.current_period_start * 1000).toISOString(),
    new Date(item.current_period_end * 1000).toISOString(),
  ])[0];

test("a subscription waits for its first payment and begins with it", async () => {
  const { subscription, secret } = await subscribe();
  expect(subscription.status).toBe("incomplete");
  expect(secret).toMatch(/^pi_\w+_secret_\w+$/);
  expect(double.pay(secret)).toBe("succeeded");
  const paid = await stripe.subscriptions.retrieve(subscription.id, { expand: ["default_payment_method"] });
  expect(paid.status).toBe("active");
  expect(periodOf(paid)).toEqual(["2027-01-31T09:00:00.000Z", "2027-02-28T09:00:00.000Z"]);
  expect(paid.default_payment_method).toMatchObject({ object: "payment_method", card: { last4: "4242" } });
  expect(double.events().map((event) => event.type)).toEqual([
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
});

test("it is renewed on the same day of the month, or its last, and paid an hour later", async () => {
  const { subscription, secret } = await subscribe();
  double.pay(secret);
  double.clock.advanceTo(new Date("2027-02-28T09:00:00Z"));
  const begun = await stripe.subscriptions.retrieve(subscription.id, { expand: ["latest_invoice"] });
  expect(periodOf(begun)).toEqual(["2027-02-28T09:00:00.000Z", "2027-03-31T09:00:00.000Z"]);
  expect(begun.latest_invoice).toMatchObject({ status: "draft", billing_reason: "subscription_cycle" });
  double.clock.advance(60 * 60 * 1000);
  const invoices = await stripe.invoices.list({ subscription: subscription.id });
  expect(invoices.data.map((invoice) => invoice.status)).toEqual(["paid", "paid"]);
  double.clock.advance(62 * day);
  const later = await stripe.subscriptions.retrieve(subscription.id);
  expect(periodOf(later)).toEqual(["2027-04-30T09:00:00.000Z", "2027-05-31T09:00:00.000Z"]);
});
