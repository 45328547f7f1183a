import { and, asc, eq, lte } from "drizzle-orm";
import { hourMs, minuteMs } from "#app/lib/time-units.ts";
import { type Db, primary, write } from "#db/client.ts";
import { stripeAddressChanges, users } from "#db/schema/index.ts";
import { forEachAtStripe } from "../stripe/for-each-at-stripe.server.ts";
import { callStripe, ignoreMissing } from "../stripe/stripe-client.server.ts";

const maxDelayMs = 6 * hourMs;
const maxPerRun = 50;

/** Prevents that Stripe's mails go to an address that the member has left. Does nothing for an account without a customer. */
export async function enqueueAddressChange(
  tx: Db,
  { userId, previousEmail, now }: { userId: string; previousEmail: string; now: Date },
): Promise<void> {
  const [account] = await tx
    .select({ customer: users.stripeCustomerId })
    .from(users)
    .where(eq(users.id, userId));
  if (!account?.customer) return;
  await tx
    .insert(stripeAddressChanges)
    .values({ userId, previousEmail, dueAt: now })
    // Of two changes in a row Stripe still has the address before the first.
    .onConflictDoUpdate({ target: stripeAddressChanges.userId, set: { dueAt: now, attempts: 0 } });
}

/** Tells Stripe the present address of accounts in the outbox. A failure is tried again until it succeeds. */
export async function runDueAddressChanges(now: Date = new Date()): Promise<void> {
  const due = await primary
    .select({ userId: stripeAddressChanges.userId, attempts: stripeAddressChanges.attempts })
    .from(stripeAddressChanges)
    .where(lte(stripeAddressChanges.dueAt, now))
    .orderBy(asc(stripeAddressChanges.dueAt))
    .limit(maxPerRun);
  await forEachAtStripe(due, async ({ userId, attempts }) => {
    const dueAt = new Date(now.getTime() + Math.min(2 ** attempts * minuteMs, maxDelayMs));
    const claim = await claimChange({ userId, attempts, dueAt });
    if (!claim) return;
    await tellStripe(claim);
    await write(async (tx) => {
      const own = eq(stripeAddressChanges.userId, userId);
      const done = await tx
        .delete(stripeAddressChanges)
        .where(and(own, eq(stripeAddressChanges.attempts, attempts + 1)))
        .returning({ userId: stripeAddressChanges.userId });
      // Changed again during the call: the next run compares with what Stripe has now.
      if (done.length === 0)
        await tx.update(stripeAddressChanges).set({ previousEmail: claim.email }).where(own);
    });
  });
}

interface Claim {
  customer: string;
  previousEmail: string;
  email: string;
}

/** Of several workers one tells Stripe. Null when another one does, or the account is gone. */
function claimChange(o: { userId: string; attempts: number; dueAt: Date }): Promise<Claim | null> {
  const { userId, attempts, dueAt } = o;
  return write(async (tx) => {
    const [change] = await tx
      .update(stripeAddressChanges)
      .set({ attempts: attempts + 1, dueAt })
      .where(and(eq(stripeAddressChanges.userId, userId), eq(stripeAddressChanges.attempts, attempts)))
      .returning({ previousEmail: stripeAddressChanges.previousEmail });
    const [account] = await tx
      .select({ email: users.email, customer: users.stripeCustomerId })
      .from(users)
      .where(eq(users.id, userId));
    if (!change || !account?.customer) return null;
    return { ...change, email: account.email, customer: account.customer };
  });
}

/** Leaves another address alone: the member has chosen it for receipts, at the purchase or on Stripe's pages. */
async function tellStripe({ customer, previousEmail, email }: Claim): Promise<void> {
  const found = await ignoreMissing(callStripe((stripe) => stripe.customers.retrieve(customer)));
  if (!found || found.deleted || found.email === email) return;
  if (found.email !== null && found.email !== previousEmail) return;
  await callStripe((stripe) => stripe.customers.update(customer, { email }));
}
