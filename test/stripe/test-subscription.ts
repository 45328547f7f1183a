import type Stripe from "stripe";
import type { StripeDouble } from "./double.ts";

export const day = 24 * 60 * 60 * 1000;

/** A customer with a subscription, and the secret of its first payment, which waits. */
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

/** A subscription that is paid, with the card of this number; 3-D Secure is answered. */
export async function subscribeAndPay(double: StripeDouble, card?: string) {
  const started = await subscribe(double);
  if (double.pay(started.secret, card) === "requires_action") double.authenticate(started.secret);
  return { ...started, id: started.subscription.id };
}

/** Begin and end of the current period. */
export const periodOf = (subscription: Stripe.Subscription) =>
  subscription.items.data.flatMap((item) => [
    new Date(item.current_period_start * 1000).toISOString(),
    new Date(item.current_period_end * 1000).toISOString(),
  ]);
