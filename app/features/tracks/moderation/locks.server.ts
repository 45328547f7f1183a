import { eq } from "drizzle-orm";
import { lockUsersForShare } from "#app/features/accounts/server/locks.server.ts";
import { NotFound } from "#app/features/domain-error.ts";
import type { Db } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { tracks } from "#db/schema/index.ts";
import { moderationMessages } from "./moderation.ts";

/**
 * Locks a track and, for what is told to its poster, the poster's account, until `tx` ends. Throws `NotFound`.
 */
export async function lockTrackWithPoster(tx: Db, trackId: number): Promise<typeof tracks.$inferSelect> {
  const [found] = await tx.select({ userId: tracks.userId }).from(tracks).where(eq(tracks.id, trackId));
  if (found) await lockUsersForShare(tx, [found.userId]);
  const [track] = await forUpdate(tx.select().from(tracks).where(eq(tracks.id, trackId)), "no key update");
  if (!track) throw new NotFound(moderationMessages.missing);
  return track;
}
