import { environment } from "#app/config/environment.ts";
import { crashPoint } from "#app/crash-point.server.ts";
import { Conflict } from "#app/features/domain-error.ts";
import { applySubscription } from "../server/apply-subscription.server.ts";
import { cancelAtStripe, expireCheckouts } from "../server/cancellations.server.ts";
import { requirePayment } from "../stripe/is-payment-configured.server.ts";
import { callStripe, StripeFailure, toSeconds } from "../stripe/stripe-client.server.ts";
import { ensureCustomer } from "./customer.server.ts";
import {
  claimPurchase,
  clientSecretOf,
  findUnfinished,
  finishPurchase,
  oneAtATime,
  withPurchaseKey,
} from "./purchase.server.ts";

/**
 * Begins a purchase with the card form, or finds the one that was begun, and closes open Checkout pages. The browser
 * confirms the first payment with `clientSecret`; after a grant the paid time begins later, and it is that of a setup intent
 * (`seti_…`). `email` and `name` go to Stripe for receipts, `screenHash` is of the screen
 * that the member saw. Throws `Conflict` with a subscription, `NotImplemented` where
 * nothing is sold, and `StripeFailure`.
 */
export async function startPayment(options: {
  viewer: { id: string };
  email: string;
  name: string;
  screenHash?: string | undefined;
  now?: Date;
}): Promise<{ clientSecret: string; publishableKey: string }> {
  const { viewer, email, name, screenHash, now = new Date() } = options;
  await requirePayment();
  const publishableKey = environment().STRIPE_PUBLISHABLE_KEY ?? "";
  return oneAtATime(viewer.id, async () => {
    const userId = viewer.id;
    const { purchase, account } = await claimPurchase({ userId, method: "card_form", screenHash, now });
    const { key, startsAt } = purchase;
    const customer = await ensureCustomer({ userId, known: account.stripeCustomerId, key, email, name });
    await expireCheckouts(customer);
    const unfinished = await findUnfinished(customer, now);
    // A subscription that begins at another time is not what the member sees.
    const usable = unfinished.find(
      (one) => clientSecretOf(one) !== null && (one.status === "trialing") === (startsAt !== null),
    );
    for (const { id } of unfinished) if (id !== usable?.id) await cancelAtStripe(id, { refunds: true });
    const subscription =
      usable ?? (await withPurchaseKey(purchase, () => createSubscription(customer, purchase)));
    crashPoint("subscription-created");
    if (!(await finishPurchase(purchase))) {
      await cancelAtStripe(subscription.id, { refunds: true });
      throw new Conflict("別の画面でお申し込みが始まりました。");
    }
    if (!usable) await applySubscription({ subscriptionId: subscription.id, now });
    const clientSecret = clientSecretOf(subscription);
    if (clientSecret === null) throw new StripeFailure(null, "no_client_secret");
    return { clientSecret, publishableKey };
  });
}

/** Prevents a refusal: a call with the same key must not differ, so that every value comes from the purchase. */
function createSubscription(
  customer: string,
  { userId, key, startsAt }: { userId: string; key: string; startsAt: Date | null },
) {
  return callStripe((stripe) =>
    stripe.subscriptions.create(
      {
        customer,
        items: [{ price: environment().STRIPE_PRICE_ID ?? "" }],
        payment_behavior: "default_incomplete",
        payment_settings: {
          save_default_payment_method: "on_subscription",
          payment_method_types: ["card"],
        },
        metadata: { userId },
        ...trialUntil(startsAt),
        expand: ["latest_invoice.confirmation_secret", "pending_setup_intent"],
      },
      { idempotencyKey: `subscription-${key}` },
    ),
  );
}

/** Paid time that begins later is a trial until then. Without a confirmed card it ends by itself. */
export const trialUntil = (startsAt: Date | null) =>
  startsAt === null
    ? {}
    : {
        trial_end: toSeconds(startsAt),
        trial_settings: { end_behavior: { missing_payment_method: "cancel" as const } },
      };
