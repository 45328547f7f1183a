import { asc, eq } from "drizzle-orm";
import { db } from "#db/client.ts";
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
