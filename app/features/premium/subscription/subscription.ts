export const premiumPath = "/premium";
export const premiumSuccessPath = "/premium-success";
export const cancelPath = "/cancel";
export const confirmCancelPath = "/cancel?step=confirm";
export const confirmPausePath = "/cancel?step=pause";
export const membershipPath = "/settings#premium";
export const paymentsPath = "/settings/payments";

export interface Order {
  scriptUrl: string;
  /** The law wants the button to say what a press does. */
  orderLabel: string;
  /** Of the screen with this button: an order names it, so that what is stored is what was shown. */
  screenHash: string;
}

/**
 * - `paid`, `unpaid`, or `processing` at Stripe.
 * - `unknown`: Stripe could not be asked, and nothing says that it was paid.
 * - `unreachable`: Stripe's address said paid, but Stripe could not be asked.
 * - `failed`: Stripe's address said paid, but the answer could not be read or applied.
 */
export interface PurchaseResult {
  state: "paid" | "processing" | "unpaid" | "unknown" | "unreachable" | "failed";
}

/** A payment that failed or waits for its payer. */
export interface OpenPayment {
  /** Stripe's page of the invoice takes a card and leads to the bank, without a script of ours. */
  pageUrl: string;
  /** Null where the bank does not ask but another card is wanted. */
  confirmation: PaymentConfirmation | null;
}

export interface PaymentConfirmation {
  clientSecret: string;
  publishableKey: string;
  scriptUrl: string;
}
