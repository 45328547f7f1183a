import { eq } from "drizzle-orm";
import { primary } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { hasSubscription } from "../membership.ts";
import { applySubscription } from "../server/apply-subscription.server.ts";
import { findMembership } from "../server/find-membership.server.ts";
import { isStripeConfigured } from "../stripe/is-payment-configured.server.ts";
import { isLive, statusOf } from "../stripe/read-subscription.server.ts";
import { callStripe, idOf, StripeFailure } from "../stripe/stripe-client.server.ts";
import { listSubscriptions } from "./purchase.server.ts";

/** `processing` until Stripe knows. */
interface PaymentResult {
  state: "paid" | "processing" | "unpaid";
  /** The shown end; null without premium. */
  premiumEndDate: Date | null;
}

/**
 * Asks Stripe for the viewer's own subscriptions and applies them, as the webhook does: grants nothing unpaid, however often
 * it is called. The browser's ids only tell a processing payment from a missing one; an id of somebody else tells nothing.
 * Throws `StripeFailure`.
 */
export async function confirmPayment(options: {
  viewer: { id: string };
  paymentIntent?: string | undefined;
  sessionId?: string | undefined;
  now?: Date;
}): Promise<PaymentResult> {
  const { viewer, paymentIntent, sessionId, now = new Date() } = options;
  const userId = viewer.id;
  const customer = isStripeConfigured() ? (await findAccount(userId))?.stripeCustomerId : null;
  if (!customer) return { state: "unpaid", premiumEndDate: await findEnd(userId, now) };
  const own = await listSubscriptions(customer);
  const live = own.filter((subscription) => isLive({ status: statusOf(subscription) }));
  for (const { id } of live) await applySubscription({ subscriptionId: id, now });
  const membership = await findMembership({ userId, now });
  const premiumEndDate = await findEnd(userId, now);
  if (hasSubscription(membership) && membership.paidUntil && membership.paidUntil > now)
    return { state: "paid", premiumEndDate };
  const isProcessing =
    (paymentIntent !== undefined && (await isBeingPaid(paymentIntent, customer))) ||
    (sessionId !== undefined && (await isBeingCompleted(sessionId, customer)));
  return { state: isProcessing ? "processing" : "unpaid", premiumEndDate };
}

async function findAccount(userId: string) {
  const [account] = await primary.select().from(users).where(eq(users.id, userId));
  return account;
}

async function findEnd(userId: string, now: Date): Promise<Date | null> {
  const account = await findAccount(userId);
  if (!account?.isPremium || !account.premiumEndDate || account.premiumEndDate <= now) return null;
  return account.premiumDisplayEndDate;
}

async function isBeingPaid(id: string, customer: string): Promise<boolean> {
  if (!/^pi_\w{1,250}$/.test(id)) return false;
  const intent = await nullIfRefused(callStripe((stripe) => stripe.paymentIntents.retrieve(id)));
  return intent !== null && idOf(intent.customer) === customer && intent.status === "processing";
}

/** Whether the customer completed this Checkout page, while its payment is still processed. */
async function isBeingCompleted(id: string, customer: string): Promise<boolean> {
  if (!/^cs_\w{1,250}$/.test(id)) return false;
  const session = await nullIfRefused(callStripe((stripe) => stripe.checkout.sessions.retrieve(id)));
  if (session === null || idOf(session.customer) !== customer || session.status !== "complete") return false;
  return session.payment_status === "unpaid";
}

async function nullIfRefused<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof StripeFailure && error.status !== null && error.status < 500) return null;
    throw error;
  });
}
