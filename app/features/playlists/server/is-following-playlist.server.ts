import { and, eq } from "drizzle-orm";
import { db } from "#db/client.ts";
import { playlistFollows } from "#db/schema/index.ts";

/** Whether the viewer follows a playlist. */
export async function isFollowingPlaylist(options: {
  viewer: { id: string };
  playlistId: number;
}): Promise<boolean> {
  const { viewer, playlistId } = options;
  const { userId } = playlistFollows;
  const found = await db
    .select({ userId })
    .from(playlistFollows)
    .where(and(eq(userId, viewer.id), eq(playlistFollows.playlistId, playlistId)));
  return found.length > 0;
}
