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
