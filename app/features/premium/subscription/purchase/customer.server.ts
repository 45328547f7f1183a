import { and, eq, isNull } from "drizzle-orm";
import { NotAuthenticated } from "#app/features/domain-error.ts";
import { primary, write } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { callStripe, StripeFailure } from "../stripe/stripe-client.server.ts";

/** Created before the first purchase or after a deletion at Stripe. `key` prevents a second one. Throws `StripeFailure`. */
export async function ensureCustomer(options: {
  userId: string;
  known: string | null;
  key: string;
  email: string;
  name: string;
}): Promise<string> {
  const { userId, known, key, email, name } = options;
  if (known !== null) {
    const isThere = await callStripe((stripe) => stripe.customers.update(known, { email, name })).then(
      () => true,
      (error: unknown) => {
        if (error instanceof StripeFailure && error.stripeCode === "resource_missing") return false;
        throw error;
      },
    );
    if (isThere) return known;
    await write((tx) =>
      tx
        .update(users)
        .set({ stripeCustomerId: null })
        .where(and(eq(users.id, userId), eq(users.stripeCustomerId, known))),
    );
  }
  // The address is sent later: a call with the same key must not differ.
  const { id } = await callStripe((stripe) =>
    stripe.customers.create({ metadata: { userId } }, { idempotencyKey: `customer-${key}` }),
  );
  await write((tx) =>
    tx
      .update(users)
      .set({ stripeCustomerId: id })
      .where(and(eq(users.id, userId), isNull(users.stripeCustomerId))),
  );
  const [account] = await primary
    .select({ customer: users.stripeCustomerId })
    .from(users)
    .where(eq(users.id, userId));
  if (!account?.customer) throw new NotAuthenticated();
  const { customer } = account;
  await callStripe((stripe) => stripe.customers.update(customer, { email, name }));
  return customer;
}
