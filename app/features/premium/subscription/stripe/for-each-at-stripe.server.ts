import { StripeFailure } from "./stripe-client.server.ts";

/** A refusal by Stripe must not hold up the others, but its silence ends the run: throws that `StripeFailure`. */
export async function forEachAtStripe<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  for (const item of items) {
    await work(item).catch((error: unknown) => {
      if (!(error instanceof StripeFailure) || error.status === null) throw error;
    });
  }
}
