import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { failedPayments } from "#db/schema/index.ts";
import { isOver, type StripeSubscription } from "../stripe/read-subscription.server.ts";

/**
 * Writes which renewals of a subscription could not be collected, and what became of earlier ones. The first payment of a purchase
 * is none of them: whoever declines it stands before the form.
 */
export async function writeFailedPayments(
  tx: Db,
  { userId, state }: { userId: string; state: StripeSubscription },
): Promise<void> {
  const { id: subscriptionId, status, invoices } = state;
  if (status === "incomplete" || status === "incomplete_expired") return;
  for (const { isOpen, id, ...failed } of invoices.failed) {
    const outcome = isOpen && !isOver(state) ? ("open" as const) : ("given_up" as const);
    const set = { ...failed, nextAttemptAt: outcome === "open" ? failed.nextAttemptAt : null, outcome };
    await tx
      .insert(failedPayments)
      .values({ id, userId, subscriptionId, ...set })
      .onConflictDoUpdate({ target: failedPayments.id, set });
  }
  const ofSubscription = eq(failedPayments.subscriptionId, subscriptionId);
  const open = await tx
    .select({ id: failedPayments.id })
    .from(failedPayments)
    .where(and(ofSubscription, eq(failedPayments.outcome, "open")));
  for (const { id } of open) {
    if (invoices.failed.some((failed) => failed.id === id)) continue;
    const isPaid = invoices.paid.some((paid) => paid.id === id);
    await tx
      .update(failedPayments)
      .set({ outcome: isPaid ? "paid" : "given_up", nextAttemptAt: null })
      .where(eq(failedPayments.id, id));
  }
}
