import type { Db } from "#db/client.ts";
import { stripeCancellations } from "#db/schema/index.ts";

/** Returns false when the cancellation is there already. `id`: of a subscription, or of a customer with all theirs. */
export async function enqueueCancellation(
  tx: Db,
  cancellation: {
    id: string;
    reason: "account_closed" | "duplicate" | "reversed";
    refunds: boolean;
    now: Date;
  },
): Promise<boolean> {
  const { now, ...row } = cancellation;
  const added = await tx
    .insert(stripeCancellations)
    .values({ ...row, dueAt: now, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: stripeCancellations.id });
  return added.length > 0;
}
