import { createHash, randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { lockUserForShare } from "#app/features/accounts/server/locks.server.ts";
import { blocksAnyone } from "#app/features/accounts/sessions/session.server.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { primary, write } from "#db/client.ts";
import { dailyMixes, users } from "#db/schema/index.ts";
import { defaultMixLength } from "../daily-mix.ts";
import { type DailyMix, findDailyMix } from "./daily-mix.server.ts";

/** Hashed, so that nobody who reads the table can read the feeds. */
const idOf = (token: string) => createHash("sha256").update(token).digest("hex");

/** Gives the member's mix a private feed at a new address; the old one ends. Returns the token, which is not stored. */
export async function renewMixFeed({ viewer }: { viewer: { id: string } }): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  const feed = { feedId: idOf(token), feedCreatedAt: new Date() };
  await write(async (tx) => {
    await lockUserForShare(tx, viewer.id);
    await tx
      .insert(dailyMixes)
      .values({ userId: viewer.id, minutes: defaultMixLength, ...feed })
      .onConflictDoUpdate({ target: dailyMixes.userId, set: feed });
  });
  return token;
}

/** Ends the mix's private feed, if any. */
export async function revokeMixFeed({ viewer }: { viewer: { id: string } }): Promise<void> {
  await write((tx) =>
    tx.update(dailyMixes).set({ feedId: null, feedCreatedAt: null }).where(eq(dailyMixes.userId, viewer.id)),
  );
}

/** The mix of the feed with this token, if its member is approved. Throws `NotFound`. */
export async function findMixOfFeed(options: { token: string; now?: Date }): Promise<DailyMix> {
  const { token, now = new Date() } = options;
  const [listener] = await primary
    .select({
      id: users.id,
      blocksAnyone,
      isPremium: users.isPremium,
      premiumEndDate: users.premiumEndDate,
      speedTrialEndsAt: users.speedTrialEndsAt,
    })
    .from(dailyMixes)
    .innerJoin(users, eq(users.id, dailyMixes.userId))
    .where(and(eq(dailyMixes.feedId, idOf(token)), eq(users.state, "approved")));
  if (!listener) throw new NotFound("フィードが見つかりません");
  return findDailyMix({ viewer: listener, now });
}
