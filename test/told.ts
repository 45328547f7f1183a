import { asc, eq } from "drizzle-orm";
import { expect } from "vitest";
import { db } from "#db/client.ts";
import { publishUnreadChange, subscribeToUnreadChanges } from "#db/pubsub.ts";
import { notifications } from "#db/schema/index.ts";

/** What a member was told, the first first: the type and what it is about. */
export async function toldOf(user: { id: string }) {
  const rows = await db
    .select()
    .from(notifications)
    .where(eq(notifications.userId, user.id))
    .orderBy(asc(notifications.id));
  return rows.map(({ type, actorId, trackId, playlistId, isRead }) => ({
    type,
    ...(actorId !== null && { actorId }),
    ...(trackId !== null && { trackId }),
    ...(playlistId !== null && { playlistId }),
    isRead,
  }));
}

/**
 * Waits until this process listens and has heard all that was told so far: on Postgres that goes through the database,
 * in its order.
 */
export async function everythingHeard(): Promise<void> {
  const last = crypto.randomUUID();
  let heard = false;
  const stop = subscribeToUnreadChanges(last, () => {
    heard = true;
  });
  await expect.poll(() => publishUnreadChange(last).then(() => heard), { interval: 20 }).toBe(true);
  stop();
}
