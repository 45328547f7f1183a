import { and, eq } from "drizzle-orm";
import { NotFound } from "#app/features/domain-error.ts";
import { visibleTo } from "#app/features/tracks/server/visible-to.server.ts";
import { db } from "#db/client.ts";
import { likes, tracks, users } from "#db/schema/index.ts";

/** Whether `viewer` likes a track. Throws `NotFound`. */
export async function hasLiked(options: { viewer: { id: string }; trackId: number }): Promise<boolean> {
  const { viewer, trackId } = options;
  const [track] = await db
    .select({ likedBy: likes.userId })
    .from(tracks)
    .innerJoin(users, eq(users.id, tracks.userId))
    .leftJoin(likes, and(eq(likes.userId, viewer.id), eq(likes.trackId, tracks.id)))
    .where(and(eq(tracks.id, trackId), visibleTo(viewer)));
  if (!track) throw new NotFound("音声が見つかりません");
  return track.likedBy !== null;
}
