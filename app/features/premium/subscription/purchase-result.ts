/**
 * How a purchase stands:
 * - `paid`, `unpaid`, or `processing` at Stripe.
 * - `unknown`: it could not be asked for, and nothing says that it was paid.
 * - `unreachable`, `failed`: it could not be asked for, or not be applied, after Stripe's address said that it was paid.
 */
export interface PurchaseResult {
  state: "paid" | "processing" | "unpaid" | "unknown" | "unreachable" | "failed";
}
