/** Screens of paying and stopping. */
export const premiumPath = "/premium";
export const premiumSuccessPath = "/premium-success";
export const cancelPath = "/cancel";
/** The second step of a cancellation. */
export const confirmCancelPath = "/cancel?step=confirm";
/** The last question before a pause, with its dates. */
export const confirmPausePath = "/cancel?step=pause";
/** Where a member sees their plan. */
export const membershipPath = "/settings#premium";

/** What the order form of `/premium` needs. */
export interface Order {
  /** Address of Stripe.js. */
  scriptUrl: string;
  /** Text of the button that orders: it says what that does. */
  orderLabel: string;
}

/**
 * How a purchase stands:
 * - `paid`, `unpaid`, or `processing` at Stripe.
 * - `unknown`: it could not be asked for, and nothing says that it was paid.
 * - `unreachable`, `failed`: it could not be asked for, or not be applied, after Stripe's address said that it was paid.
 */
export interface PurchaseResult {
  state: "paid" | "processing" | "unpaid" | "unknown" | "unreachable" | "failed";
}

/** A payment that failed or waits for its payer. */
export interface OpenPayment {
  /** Stripe's page of the invoice: it takes a card and leads to the bank, without a script of ours. */
  pageUrl: string;
  /** What the browser needs where the bank wants to ask the card's holder; null where another card is wanted. */
  confirmation: PaymentConfirmation | null;
}

/** What a script needs to let the bank ask. */
export interface PaymentConfirmation {
  clientSecret: string;
  publishableKey: string;
  /** Address of Stripe.js. */
  scriptUrl: string;
}
