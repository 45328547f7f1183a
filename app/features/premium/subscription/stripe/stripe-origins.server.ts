import { environment } from "#app/config/environment.ts";
import { isPaymentConfigured } from "./is-payment-configured.server.ts";

/** Origins of the payment service, for the security policy of pages. */
interface StripeOrigins {
  /** Scripts and frames of a page that takes cards. */
  scripts: readonly string[];
  frames: readonly string[];
  calls: readonly string[];
  /** Pages of Stripe that forms lead to: Checkout and the customer portal. */
  pages: readonly string[];
}

const stripeOrigins: StripeOrigins = {
  scripts: ["https://js.stripe.com", "https://*.js.stripe.com"],
  frames: ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
  calls: ["https://api.stripe.com"],
  pages: ["https://checkout.stripe.com", "https://billing.stripe.com"],
};

/** The origins that pages may use; null without payments. A Stripe for tests is one origin for all. */
export function usedStripeOrigins(): StripeOrigins | null {
  if (!isPaymentConfigured()) return null;
  const own = testOrigin();
  return own ? { scripts: [own], frames: [own], calls: [own], pages: [own] } : stripeOrigins;
}

/** Where the browser gets Stripe.js, of the release that the server's API version belongs to. */
export function stripeScriptUrl(): string {
  const own = testOrigin();
  return own ? `${own}/v3/stripe.js` : "https://js.stripe.com/endive/stripe.js";
}

/** The origin of a Stripe on this machine, or null. */
function testOrigin(): string | null {
  const { origin, protocol } = new URL(environment().STRIPE_API_ORIGIN);
  return protocol === "http:" ? origin : null;
}
