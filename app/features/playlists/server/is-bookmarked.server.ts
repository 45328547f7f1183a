import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { playlistItems, playlists } from "#db/schema/index.ts";

/** Whether a track is in any playlist of the member's. */
export async function isBookmarked(
  tx: Db,
  { userId, trackId }: { userId: string; trackId: number },
): Promise<boolean> {
  const found = await tx
    .select({ id: playlistItems.id })
    .from(playlists)
    .innerJoin(
      playlistItems,
      and(eq(playlistItems.playlistId, playlists.id), eq(playlistItems.trackId, trackId)),
    )
    .where(eq(playlists.userId, userId))
    .limit(1);
  return found.length > 0;
}
