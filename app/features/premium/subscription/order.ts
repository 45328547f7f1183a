/** What the order form of `/premium` needs. */
export interface Order {
  /** Address of Stripe.js. */
  scriptUrl: string;
  /** Text of the button that orders: it says what that does. */
  orderLabel: string;
}
