import { environment } from "#app/config/environment.ts";
import { isStripeConfigured } from "./is-payment-configured.server.ts";

const stripeOrigins = {
  scripts: ["https://js.stripe.com", "https://*.js.stripe.com"],
  frames: ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
  calls: ["https://api.stripe.com"],
  /** Forms lead there: Checkout and the customer portal. */
  pages: ["https://checkout.stripe.com", "https://billing.stripe.com"],
};

/** Null without payments. A test's Stripe has one origin for all. */
export function usedStripeOrigins() {
  if (!isStripeConfigured()) return null;
  const own = testOrigin();
  return own ? { scripts: [own], frames: [own], calls: [own], pages: [own] } : stripeOrigins;
}

/** Stripe.js of the release that belongs to the server's API version. */
export function stripeScriptUrl(): string {
  const own = testOrigin();
  return own ? `${own}/v3/stripe.js` : "https://js.stripe.com/endive/stripe.js";
}

/** Null unless Stripe is a local one. */
function testOrigin(): string | null {
  const { origin, protocol } = new URL(environment().STRIPE_API_ORIGIN);
  return protocol === "http:" ? origin : null;
}
