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
 * Begins a purchase with the card form, or finds the one that was begun: an unfinished subscription, whose first payment
 * the browser confirms with `clientSecret` (of a setup intent, `seti_…`, when the paid time begins later, after a grant).
 * Open Checkout pages are closed. `email` and `name` go to Stripe for receipts. Throws `Conflict` for who has a
 * subscription, `NotImplemented` where nothing is sold, and `StripeFailure`.
 */
export async function startPayment(options: {
  viewer: { id: string };
  email: string;
  name: string;
  now?: Date;
}): Promise<{ clientSecret: string; publishableKey: string }> {
  const { viewer, email, name, now = new Date() } = options;
  await requirePayment();
  const publishableKey = environment().STRIPE_PUBLISHABLE_KEY ?? "";
  return oneAtATime(viewer.id, async () => {
    const userId = viewer.id;
    const { purchase, account } = await claimPurchase({ userId, method: "card_form", now });
    const { key, startsAt } = purchase;
    const customer = await ensureCustomer({ userId, known: account.stripeCustomerId, key, email, name });
    await expireCheckouts(customer);
    const unfinished = await findUnfinished(customer, now);
    // One that begins at another time than this purchase is not what its member sees.
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

/** Every value comes from the purchase: a call with the same key must not differ. */
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

/** Paid time that begins later is a trial until then; without a confirmed card it ends by itself. */
export const trialUntil = (startsAt: Date | null) =>
  startsAt === null
    ? {}
    : {
        trial_end: toSeconds(startsAt),
        trial_settings: { end_behavior: { missing_payment_method: "cancel" as const } },
      };
