import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { tracks } from "#db/schema/index.ts";
import { NotFound } from "../domain-error.ts";
import { visibleTo } from "../tracks/visible-to.server.ts";

/**
 * How many likes a track has, held until `tx` ends: likes and their count are written by one at a time, and always in
 * this order, so that nobody waits in a circle. Throws `NotFound` for what `viewer` may not know of.
 */
export async function holdLikedTrack(
  tx: Db,
  options: { viewer: { id: string }; trackId: number },
): Promise<number> {
  const [track] = await tx
    .update(tracks)
    .set({ likeCount: sql`${tracks.likeCount}` })
    .where(and(eq(tracks.id, options.trackId), visibleTo(options.viewer)))
    .returning({ likeCount: tracks.likeCount });
  if (!track) throw new NotFound("音声が見つかりません");
  return track.likeCount;
}
