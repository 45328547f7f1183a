import { eq } from "drizzle-orm";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { confirmPayment } from "#app/features/premium/subscription/purchase/confirm-payment.server.ts";
import { startPayment } from "#app/features/premium/subscription/purchase/start-payment.server.ts";
import { runDueCancellations } from "#app/features/premium/subscription/server/cancellations.server.ts";
import { findMembership } from "#app/features/premium/subscription/server/find-membership.server.ts";
import { handleStripeEvent } from "#app/features/premium/subscription/server/handle-stripe-event.server.ts";
import {
  resumeDuePauses,
  sendPauseReminders,
} from "#app/features/premium/subscription/server/reconcile-subscriptions.server.ts";
import { db } from "#db/client.ts";
import { emails, users } from "#db/schema/index.ts";
import { withSettings } from "../settings.ts";
import { startStripe } from "./server.ts";

/**
 * A Stripe for this file, and members' acts. The program gets nothing by itself: `receiveAll` hands over new events,
 * `runMinute` also does a minute's upkeep.
 */
export async function startStripeForMembers(options: { at: Date; seed: string }) {
  const stripe = await startStripe(options);
  withSettings(stripe.settings);
  let received = 0;

  const now = () => new Date(stripe.clock.now());
  const pay = ({ email, name, ...viewer }: Viewer) => startPayment({ viewer, email, name, now: now() });
  const receive = (event: Parameters<typeof stripe.sign>[0]) =>
    handleStripeEvent({ ...stripe.sign(event), now: now() });

  /** The member's subscriptions at Stripe. */
  async function atStripe(who: Viewer) {
    const [account] = await db.select().from(users).where(eq(users.id, who.id));
    return [...stripe.account.subscriptions.values()].filter(
      ({ customer }) => customer === account?.stripeCustomerId,
    );
  }

  /** With the card form; returns the subscription's id. */
  async function subscribe(who: Viewer): Promise<string> {
    const { clientSecret } = await pay(who);
    stripe.pay(clientSecret);
    const { state } = await confirmPayment({ viewer: who, now: now() });
    if (state !== "paid") throw new Error(`the purchase is ${state}`);
    const [subscription] = await atStripe(who);
    return subscription?.id ?? "";
  }

  async function receiveAll(): Promise<void> {
    const events = stripe.events().slice(received);
    received += events.length;
    for (const event of events) await receive(event);
  }

  async function runMinute(): Promise<void> {
    await receiveAll();
    await runDueCancellations(now());
    await sendPauseReminders(now());
    await resumeDuePauses(now());
    await receiveAll();
  }

  return {
    stripe,
    now,
    pay,
    subscribe,
    atStripe,
    receive,
    receiveAll,
    runMinute,
    /** Later ones are new. */
    skipEvents: () => {
      received = stripe.events().length;
    },
    membership: (who: Viewer) => findMembership({ userId: who.id, now: now() }),
    chargesOf: (subscription: string) =>
      [...stripe.account.charges.values()].filter(
        ({ customer }) => customer === stripe.account.subscriptions.get(subscription)?.customer,
      ),
    emailsTo: async (who: Viewer) =>
      (await db.select().from(emails).where(eq(emails.to, who.email)))
        .map(({ template }) => template)
        // One comes with each payment: see `receipts.test.ts`.
        .filter((template) => template !== "premium-receipt"),
  };
}
