import { premiumSuccessPath } from "./subscription.ts";

/** How the payment stood when Stripe led back, as the address says: shown at most, and never believed. */
export type ReturnStatus = "succeeded" | "processing" | "failed";

/** The parameter that stays in the address until the page's script removes it. */
export const statusParameter = "redirect_status";

/** What Stripe adds to the address of `/premium-success`. */
export interface PaymentReturn {
  /** Null for somebody who does not come from Stripe. */
  status: ReturnStatus | null;
  paymentIntent: string | undefined;
  sessionId: string | undefined;
  /** Whether the address has more than the status: a secret, mostly. */
  isSecret: boolean;
}

/** Reads the query of `/premium-success`. Checkout leads there only after a payment; the card form tells the status. */
export function readPaymentReturn(query: URLSearchParams): PaymentReturn {
  const paymentIntent = query.get("payment_intent") ?? undefined;
  const sessionId = query.get("session_id") ?? undefined;
  const status = readStatus(query.get(statusParameter) ?? (sessionId ? "succeeded" : null));
  const isSecret = [...query.keys()].some((name) => name !== statusParameter);
  return { status, paymentIntent, sessionId, isSecret };
}

/** The address to go on at, with nothing but the status. */
export function cleanPath(status: ReturnStatus | null): string {
  return status ? `${premiumSuccessPath}?${statusParameter}=${status}` : premiumSuccessPath;
}

function readStatus(text: string | null): ReturnStatus | null {
  if (text === null) return null;
  return text === "succeeded" || text === "processing" ? text : "failed";
}
