import type Stripe from "stripe";
import { applySubscription } from "../server/apply-subscription.server.ts";
import { hasOurPrice, isLive, statusOf } from "../stripe/read-subscription.server.ts";
import { callStripe } from "../stripe/stripe-client.server.ts";
import { alreadySubscribed } from "./purchase.server.ts";

/** What the card form needs of a subscription. */
const expand = ["data.latest_invoice.confirmation_secret", "data.pending_setup_intent"];

/** All subscriptions of a customer for our price, the newest first. Throws `StripeFailure`. */
export async function listSubscriptions(customer: string): Promise<Stripe.Subscription[]> {
  const { data } = await callStripe((stripe) =>
    stripe.subscriptions.list({ customer, status: "all", limit: 100, expand }),
  );
  return data.filter(hasOurPrice);
}

/**
 * The unfinished subscriptions of a customer. One that goes on is applied instead: its webhook has not arrived yet, and
 * `Conflict` is thrown.
 */
export async function findUnfinished(customer: string, now: Date): Promise<Stripe.Subscription[]> {
  const all = await listSubscriptions(customer);
  const live = all.find((subscription) => isLive({ status: statusOf(subscription) }));
  if (live) {
    await applySubscription({ subscriptionId: live.id, now });
    throw alreadySubscribed();
  }
  return all.filter((subscription) => statusOf(subscription) === "incomplete");
}

/** The secret with which the card form confirms the first payment, or the card where nothing is paid yet; null without. */
export function clientSecretOf({
  latest_invoice: invoice,
  pending_setup_intent: setup,
}: Pick<Stripe.Subscription, "latest_invoice" | "pending_setup_intent">): string | null {
  if (setup !== null && typeof setup !== "string") return setup.client_secret;
  if (invoice === null || typeof invoice === "string") return null;
  return invoice.confirmation_secret?.client_secret ?? null;
}
