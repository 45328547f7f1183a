import { eq } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { siteOrigin } from "#app/config/site-origin.ts";
import { Conflict } from "#app/features/domain-error.ts";
import { primary } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { callStripe } from "../stripe/stripe-client.server.ts";

/** Works for a few minutes. `origin`: Stripe leads back there. Throws `Conflict` before any purchase, `StripeFailure`. */
export async function openPortal(options: {
  viewer: { id: string };
  origin?: string;
}): Promise<{ url: string }> {
  const { viewer, origin = siteOrigin(environment()) } = options;
  const [account] = await primary
    .select({ customer: users.stripeCustomerId })
    .from(users)
    .where(eq(users.id, viewer.id));
  const customer = account?.customer;
  if (!customer) throw new Conflict("お支払いの記録がありません。");
  const { url } = await callStripe((stripe) =>
    stripe.billingPortal.sessions.create({ customer, return_url: `${origin}/settings`, locale: "ja" }),
  );
  return { url };
}
