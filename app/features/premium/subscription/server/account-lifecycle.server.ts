import { eq } from "drizzle-orm";
import {
  type AccountLifecycle,
  exportedField,
} from "#app/features/accounts/server/account-lifecycles.server.ts";
import { sendEmail } from "#app/features/mail/send-email.server.ts";
import type { Db } from "#db/client.ts";
import { subscriptions, users } from "#db/schema/index.ts";
import { isLive } from "../stripe/read-subscription.server.ts";
import { enqueueAddressChange } from "./address-changes.server.ts";
import { enqueueCancellation } from "./enqueue-cancellation.server.ts";
import { exportedPremium, readPremium } from "./read-premium.server.ts";

/** A deleted or denied member must not pay any more: the outbox tells Stripe. */
export const premiumAccountLifecycle: AccountLifecycle = {
  name: "premium",
  removeRows: async (tx, userId) => {
    const account = await closeAccount(tx, userId);
    if (!account?.isSubscribed) return;
    const { name, email } = account;
    // Sent without an account: the email must outlive it.
    await sendEmail(tx, { to: email, template: "premium-ended-with-account", values: { name } });
  },
  onDenied: async (tx, userId) => {
    await closeAccount(tx, userId);
  },
  onEmailChanged: enqueueAddressChange,
  exports: {
    premium: exportedField({ schema: exportedPremium, read: readPremium }),
  },
};

/** Puts an end to all possible charges into the outbox. */
async function closeAccount(
  tx: Db,
  userId: string,
): Promise<{ name: string; email: string; isSubscribed: boolean } | null> {
  const [account] = await tx.select().from(users).where(eq(users.id, userId));
  if (!account?.stripeCustomerId) return null;
  const now = new Date();
  await enqueueCancellation(tx, {
    id: account.stripeCustomerId,
    reason: "account_closed",
    refunds: false,
    now,
  });
  const rows = await tx.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  return { name: account.name, email: account.email, isSubscribed: rows.some(isLive) };
}
