import { environment } from "#app/config/environment.ts";
import { primary } from "#db/client.ts";
import { callStripe, StripeFailure } from "../stripe/stripe-client.server.ts";
import { stripeScriptUrl } from "../stripe/stripe-origins.server.ts";
import type { OpenPayment } from "../subscription.ts";
import { findSubscription } from "./find-membership.server.ts";

/** What a member owes, as Stripe says now; null for others, and while Stripe can't be asked. */
export async function findOpenPayment(options: { userId: string; now?: Date }): Promise<OpenPayment | null> {
  const { userId, now = new Date() } = options;
  const subscription = await findSubscription(primary, { userId, now });
  if (!subscription || !["past_due", "unpaid", "paused"].includes(subscription.status)) return null;
  try {
    return await readOpenPayment(subscription.id);
  } catch (error) {
    if (error instanceof StripeFailure) return null;
    throw error;
  }
}

async function readOpenPayment(subscriptionId: string): Promise<OpenPayment | null> {
  const { latest_invoice: invoice } = await callStripe((stripe) =>
    stripe.subscriptions.retrieve(subscriptionId, { expand: ["latest_invoice.confirmation_secret"] }),
  );
  if (invoice === null || typeof invoice === "string") return null;
  const { status, hosted_invoice_url: pageUrl, confirmation_secret: secret } = invoice;
  if (status !== "open" || !pageUrl) return null;
  const clientSecret = secret?.client_secret ?? "";
  const [intent = ""] = clientSecret.split("_secret_");
  if (!intent.startsWith("pi_")) return { pageUrl, confirmation: null };
  const { status: intentStatus } = await callStripe((stripe) => stripe.paymentIntents.retrieve(intent));
  return {
    pageUrl,
    confirmation:
      intentStatus === "requires_action"
        ? {
            clientSecret,
            publishableKey: environment().STRIPE_PUBLISHABLE_KEY ?? "",
            scriptUrl: stripeScriptUrl(),
          }
        : null,
  };
}
