import { environment } from "#app/config/environment.ts";
import { siteOrigin } from "#app/config/site-origin.ts";
import { crashPoint } from "#app/crash-point.server.ts";
import { Conflict } from "#app/features/domain-error.ts";
import { conditionsText, readScreen } from "../orders/order-screen.server.ts";
import { cancelAtStripe, expireCheckouts } from "../server/cancellations.server.ts";
import { requirePayment } from "../stripe/is-payment-configured.server.ts";
import { callStripe, fromSeconds, StripeFailure } from "../stripe/stripe-client.server.ts";
import { ensureCustomer } from "./customer.server.ts";
import {
  claimPurchase,
  findUnfinished,
  finishPurchase,
  oneAtATime,
  withPurchaseKey,
} from "./purchase.server.ts";
import { trialUntil } from "./start-payment.server.ts";

/** An open page with less time left is replaced. */
const minLeftMs = 10 * 60_000;

/** Returns the page's address, of an open page too. Cancels an unfinished card payment. Throws like `startPayment`. */
export async function startCheckout(options: {
  viewer: { id: string; email: string; name: string };
  origin?: string;
  screenHash?: string | undefined;
  now?: Date;
}): Promise<{ url: string }> {
  const { viewer, origin = siteOrigin(environment()), screenHash, now = new Date() } = options;
  await requirePayment();
  return oneAtATime(viewer.id, async () => {
    const { id: userId, email, name } = viewer;
    const { purchase, account } = await claimPurchase({ userId, method: "checkout", screenHash, now });
    const { key } = purchase;
    const customer = await ensureCustomer({ userId, known: account.stripeCustomerId, key, email, name });
    for (const { id } of await findUnfinished(customer, now)) await cancelAtStripe(id, { refunds: true });
    const open = await findOpenCheckout(customer, purchase.startsAt, now);
    if (!open) await expireCheckouts(customer);
    const session =
      open ?? (await withPurchaseKey(purchase, () => createCheckout({ customer, origin, ...purchase })));
    crashPoint("subscription-created");
    if (!(await finishPurchase(purchase))) {
      await expireCheckouts(customer);
      throw new Conflict("別の画面でお申し込みが始まりました。");
    }
    if (session.url === null) throw new StripeFailure(null, "no_checkout_url");
    return { url: session.url };
  });
}

async function findOpenCheckout(customer: string, startsAt: Date | null, now: Date) {
  const { data } = await callStripe((stripe) =>
    stripe.checkout.sessions.list({ customer, status: "open", limit: 100 }),
  );
  return data.find(
    ({ expires_at: expiresAt, metadata }) =>
      fromSeconds(expiresAt).getTime() - now.getTime() > minLeftMs &&
      (metadata?.startsAt ?? "") === startKey(startsAt),
  );
}

/** Tells sessions apart whose paid time begins on different days. */
const startKey = (startsAt: Date | null) => startsAt?.toISOString().slice(0, 10) ?? "";

/** Prevents a refusal: a call with the same key must not differ, so that every value comes from the purchase. */
function createCheckout(o: {
  customer: string;
  origin: string;
  userId: string;
  key: string;
  startsAt: Date | null;
  screen: string | null;
}) {
  const { customer, origin, userId, key, startsAt, screen } = o;
  return callStripe((stripe) =>
    stripe.checkout.sessions.create(
      {
        mode: "subscription",
        customer,
        line_items: [{ price: environment().STRIPE_PRICE_ID ?? "", quantity: 1 }],
        allowed_payment_method_types: ["card"],
        success_url: `${origin}/premium-success?session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: `${origin}/premium?checkout=cancelled`,
        locale: "ja",
        // Stripe's page is the last screen then.
        ...(screen && { custom_text: { submit: { message: conditionsText(readScreen(screen)) } } }),
        metadata: { userId, startsAt: startKey(startsAt) },
        subscription_data: { metadata: { userId }, ...trialUntil(startsAt) },
      },
      { idempotencyKey: `checkout-${key}` },
    ),
  );
}
