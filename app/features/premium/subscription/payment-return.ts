import { premiumSuccessPath } from "./subscription.ts";

/** What the address says when Stripe leads back. Pages may show it, but never believe it. */
export type ReturnStatus = "succeeded" | "processing" | "failed";

/** Stays in the address until the page's script removes it. */
export const statusParameter = "redirect_status";

export type PaymentReturn = ReturnType<typeof readPaymentReturn>;

/** Reads the query of `/premium-success`. Checkout leads there only after a payment; the card form adds the status. */
export function readPaymentReturn(query: URLSearchParams) {
  const paymentIntent = query.get("payment_intent") ?? undefined;
  const sessionId = query.get("session_id") ?? undefined;
  // Null for a visitor who does not come from Stripe.
  const status = readStatus(query.get(statusParameter) ?? (sessionId ? "succeeded" : null));
  // What is not the status is mostly a secret.
  const isSecret = [...query.keys()].some((name) => name !== statusParameter);
  return { status, paymentIntent, sessionId, isSecret };
}

export function cleanPath(status: ReturnStatus | null): string {
  return status ? `${premiumSuccessPath}?${statusParameter}=${status}` : premiumSuccessPath;
}

function readStatus(text: string | null): ReturnStatus | null {
  if (text === null) return null;
  return text === "succeeded" || text === "processing" ? text : "failed";
}
