import { and, eq, ne } from "drizzle-orm";
import { NotFound } from "#app/features/domain-error.ts";
import { write } from "#db/client.ts";
import { users } from "#db/schema/index.ts";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Gives an account premium for `days` from now, replacing what it had; 0 ends it at once. Returns the end. Throws
 * `NotFound` for an unknown account and for the official one.
 */
export async function grantPremium(options: { userId: string; days: number; now?: Date }): Promise<Date> {
  const { userId, days, now = new Date() } = options;
  const premiumEndDate = new Date(now.getTime() + days * dayMs);
  await write(async (tx) => {
    const changed = await tx
      .update(users)
      .set({
        ...(days > 0 ? { isPremium: true, premiumStartDate: now } : { isPremium: false }),
        premiumEndDate,
        updatedAt: now,
      })
      .where(and(eq(users.id, userId), ne(users.provider, "house")))
      .returning({ id: users.id });
    if (changed.length === 0) throw new NotFound("アカウントが見つかりません");
  });
  return premiumEndDate;
}
