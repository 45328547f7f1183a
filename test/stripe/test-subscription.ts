import type Stripe from "stripe";
import type { StripeDouble } from "./double.ts";

export const day = 24 * 60 * 60 * 1000;

/** A subscription with the secret of its first payment, which waits. */
export async function subscribe(
  double: StripeDouble,
  o: Partial<Stripe.SubscriptionCreateParams> = {},
): Promise<{ customer: Stripe.Customer; subscription: Stripe.Subscription; secret: string }> {
  const stripe = double.client();
  const customer = await stripe.customers.create({ email: "hana@example.com", metadata: { userId: "7" } });
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: double.priceId }],
    payment_behavior: "default_incomplete",
    payment_settings: { save_default_payment_method: "on_subscription" },
    expand: ["latest_invoice.confirmation_secret"],
    ...o,
  });
  const invoice = subscription.latest_invoice;
  const secret = invoice && typeof invoice === "object" ? invoice.confirmation_secret?.client_secret : "";
  return { customer, subscription, secret: secret ?? "" };
}

/** Subscribes and pays with this card; answers 3-D Secure. */
export async function subscribeAndPay(double: StripeDouble, card?: string) {
  const started = await subscribe(double);
  if (double.pay(started.secret, card) === "requires_action") double.authenticate(started.secret);
  return { ...started, id: started.subscription.id };
}

export const periodOf = (subscription: Stripe.Subscription) =>
  subscription.items.data.flatMap((item) => [
    new Date(item.current_period_start * 1000).toISOString(),
    new Date(item.current_period_end * 1000).toISOString(),
  ]);
