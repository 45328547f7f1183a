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
