import { eq } from "drizzle-orm";
import { NotFound } from "#app/features/domain-error.ts";
import { removeNotifications } from "#app/features/notifications/server/remove-notifications.server.ts";
import { countTies } from "#app/features/people/server/count-ties.server.ts";
import { holdWithTies } from "#app/features/people/server/hold-with-ties.server.ts";
import { countFollowed } from "#app/features/playlists/server/count-followed.server.ts";
import { afterCommit, write } from "#db/client.ts";
import { notifySessions } from "#db/notify.ts";
import { notifications, sessions, users } from "#db/schema/index.ts";

/**
 * Shuts an account out: all of its sessions end with the same commit, so its next request is a visitor's. Its page and
 * its tracks are gone for everybody, and it counts no longer among others' followers and followed
 * nor at the playlists that it follows. What others were told of it is taken away. Returns how many sessions there were. Throws `NotFound` for an unknown account and for the house's own.
 */
export async function denyAccount(options: {
  userId: string;
  now?: Date;
}): Promise<{ endedSessions: number }> {
  const { userId, now = new Date() } = options;
  return write(async (tx) => {
    const account = await holdWithTies(tx, userId);
    if (!account || account.provider === "house") throw new NotFound("アカウントが見つかりません");
    if (account.state === "approved") {
      await countTies(tx, { userId, by: -1 });
      await countFollowed(tx, { userId, by: -1 });
    }
    await tx
      .update(users)
      .set({ state: "denied", updatedAt: now })
      .where(eq(users.id, userId))
      .returning({ id: users.id });
    await removeNotifications(tx, eq(notifications.actorId, userId));
    afterCommit(() => notifySessions(userId));
    const ended = await tx.delete(sessions).where(eq(sessions.userId, userId)).returning({ id: sessions.id });
    return { endedSessions: ended.length };
  });
}
