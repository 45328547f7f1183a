import { and, eq, ne } from "drizzle-orm";
import { write } from "#db/client.ts";
import { sessions, users } from "#db/schema/index.ts";
import { NotFound } from "../domain-error.ts";

/**
 * Shuts an account out: all of its sessions end with the same commit, so its next request is a visitor's. Returns
 * how many sessions there were. Throws `NotFound` for an unknown account and for the house's own.
 */
export async function denyAccount(options: {
  userId: string;
  now?: Date;
}): Promise<{ endedSessions: number }> {
  const { userId, now = new Date() } = options;
  return write(async (tx) => {
    const denied = await tx
      .update(users)
      .set({ state: "denied", updatedAt: now })
      .where(and(eq(users.id, userId), ne(users.provider, "house")))
      .returning({ id: users.id });
    if (denied.length === 0) throw new NotFound("アカウントが見つかりません");
    const ended = await tx.delete(sessions).where(eq(sessions.userId, userId)).returning({ id: sessions.id });
    return { endedSessions: ended.length };
  });
}
