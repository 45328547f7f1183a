import { premiumSuccessPath } from "./payment-paths.ts";

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
  /** The address without secrets to go on at; null when it has none. */
  cleanPath: string | null;
}

/** Reads the query of `/premium-success`. Checkout leads there only after a payment; the card form tells the status. */
export function readPaymentReturn(query: URLSearchParams): PaymentReturn {
  const paymentIntent = query.get("payment_intent") ?? undefined;
  const sessionId = query.get("session_id") ?? undefined;
  const status = readStatus(query.get(statusParameter) ?? (sessionId ? "succeeded" : null));
  const isClean = [...query.keys()].every((name) => name === statusParameter);
  const clean = status ? `${premiumSuccessPath}?${statusParameter}=${status}` : premiumSuccessPath;
  return { status, paymentIntent, sessionId, cleanPath: isClean ? null : clean };
}

function readStatus(text: string | null): ReturnStatus | null {
  if (text === null) return null;
  return text === "succeeded" || text === "processing" ? text : "failed";
}
