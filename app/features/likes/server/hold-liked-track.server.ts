import { and, eq } from "drizzle-orm";
import { NotFound } from "#app/features/domain-error.ts";
import { visibleTo } from "#app/features/tracks/server/visible-to.server.ts";
import type { Db } from "#db/client.ts";
import { held } from "#db/held.ts";
import { tracks, users } from "#db/schema/index.ts";

/**
 * How many likes a track has and who posted it, held until `tx` ends: likes and their count are written by one at a time. The track is
 * read and not written: of a row that one transaction writes twice, Postgres checks the foreign keys anew, and would
 * wait for the poster. Throws `NotFound` for what `viewer` may not know of.
 */
export async function holdLikedTrack(
  tx: Db,
  options: { viewer: { id: string }; trackId: number },
): Promise<{ likeCount: number; posterId: string }> {
  const [track] = await held(
    tx
      .select({ likeCount: tracks.likeCount, posterId: tracks.userId })
      .from(tracks)
      .innerJoin(users, eq(users.id, tracks.userId))
      .where(and(eq(tracks.id, options.trackId), visibleTo(options.viewer))),
    "no key update",
    { of: tracks },
  );
  if (!track) throw new NotFound("音声が見つかりません");
  return track;
}
