import { and, count, eq, gt, inArray, isNull } from "drizzle-orm";
import { db } from "#db/client.ts";
import { payments, users } from "#db/schema/index.ts";

/** Counts paid months that were not refunded, and each 30 days of grants. */
export async function countPremiumMonths(userId: string): Promise<number> {
  const [account] = await db
    .select({ id: users.id, premiumGrantedDays: users.premiumGrantedDays })
    .from(users)
    .where(eq(users.id, userId));
  const months = account && (await countPremiumMonthsOf([account]));
  return months?.get(userId) ?? 0;
}

export async function countPremiumMonthsOf(
  accounts: readonly { id: string; premiumGrantedDays: number }[],
): Promise<Map<string, number>> {
  const ids = accounts.map(({ id }) => id);
  const paid = await db
    .select({ userId: payments.userId, months: count() })
    .from(payments)
    .where(and(inArray(payments.userId, ids), gt(payments.amount, 0), isNull(payments.reversedAt)))
    .groupBy(payments.userId);
  const paidMonths = new Map(paid.map(({ userId, months }) => [userId, months]));
  return new Map(
    accounts.map(({ id, premiumGrantedDays }) => [
      id,
      (paidMonths.get(id) ?? 0) + Math.floor(premiumGrantedDays / 30),
    ]),
  );
}
