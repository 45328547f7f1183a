import { environment } from "#app/config/environment.ts";
import { NotImplemented } from "#app/features/domain-error.ts";
import { logger } from "#app/logger.server.ts";
import { premiumTerms } from "../../premium.ts";
import { callStripe } from "./stripe-client.server.ts";

let checked: { priceId: string; isRight: boolean } | undefined;

/** Whether the keys are set. What members have bought goes on where nothing is sold any more. */
export const isStripeConfigured = (): boolean => environment().STRIPE_PRICE_ID !== undefined;

/** Whether premium is sold: the keys are set, and Stripe has named no other price than this site. */
export function isPaymentConfigured(): boolean {
  const { STRIPE_PRICE_ID: priceId } = environment();
  return priceId !== undefined && !(checked?.priceId === priceId && !checked.isRight);
}

/** Prevents a sale at a wrong price: if it is not 550 yen a month, nothing is sold. Asks once. Throws `StripeFailure`. */
export async function checkPrice(): Promise<void> {
  const { STRIPE_PRICE_ID: priceId } = environment();
  if (!priceId || checked?.priceId === priceId) return;
  const price = await callStripe((stripe) => stripe.prices.retrieve(priceId));
  const { active, currency, unit_amount: amount, tax_behavior: taxBehavior, recurring } = price;
  const isMonthly = recurring?.interval === "month" && recurring.interval_count === 1;
  const isRight =
    active &&
    currency === "jpy" &&
    amount === premiumTerms.price &&
    taxBehavior === "inclusive" &&
    isMonthly &&
    recurring.usage_type === "licensed";
  checked = { priceId, isRight };
  if (isRight) return;
  logger.error(
    { priceId, active, currency, amount, taxBehavior, interval: recurring?.interval },
    `premium is not sold: the price must be active, ${premiumTerms.price} jpy, monthly and tax inclusive`,
  );
}

/** Throws `NotImplemented` where premium is not sold, and `StripeFailure` while that can't be known. */
export async function requirePayment(): Promise<void> {
  if (isPaymentConfigured()) await checkPrice();
  if (!isPaymentConfigured()) throw new NotImplemented("このサーバーではお支払いを受け付けていません");
}
