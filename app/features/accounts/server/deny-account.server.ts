import { eq } from "drizzle-orm";
import { NotFound } from "#app/features/domain-error.ts";
import { addToStatistics } from "#app/features/statistics/add-to-statistics.server.ts";
import { afterCommit, write } from "#db/client.ts";
import { publishSessionsEnded } from "#db/pubsub.ts";
import { sessions, users } from "#db/schema/index.ts";
import { accountParts } from "./account-parts.server.ts";
import { lockUserWithRelations } from "./locks.server.ts";

/**
 * Shuts an account out: all of its sessions end with the same commit, so its next request is a visitor's. Its page and
 * its tracks are hidden from everybody, it no longer counts among the followers and followed of others nor at the
 * playlists that it follows, and notifications about it are removed. Returns how many sessions ended. Throws `NotFound`
 * for an unknown account and for the official one.
 */
export async function denyAccount(options: {
  userId: string;
  now?: Date;
}): Promise<{ endedSessions: number }> {
  const { userId, now = new Date() } = options;
  return write(async (tx) => {
    const account = await lockUserWithRelations(tx, userId);
    if (!account || account.provider === "house") throw new NotFound("アカウントが見つかりません");
    if (account.state === "approved") {
      for (const part of accountParts()) await part.updateCounts?.(tx, { userId, by: -1 });
    }
    await tx
      .update(users)
      .set({ state: "denied", updatedAt: now })
      .where(eq(users.id, userId))
      .returning({ id: users.id });
    for (const part of accountParts()) await part.onDenied?.(tx, userId);
    afterCommit(() => publishSessionsEnded(userId));
    const ended = await tx.delete(sessions).where(eq(sessions.userId, userId)).returning({ id: sessions.id });
    if (account.state !== "denied") await addToStatistics(tx, { members_denied: 1 }, now);
    return { endedSessions: ended.length };
  });
}
