import { and, eq } from "drizzle-orm";
import { NotFound } from "#app/features/domain-error.ts";
import { visibleTo } from "#app/features/tracks/server/track-visibility.server.ts";
import type { Db } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { tracks, users } from "#db/schema/index.ts";

/**
 * Locks a track until `tx` ends, so that its likes and their count change together. Only a select: when a transaction
 * updates a row twice, Postgres checks its foreign keys again and would wait for the poster's row. Throws `NotFound` for
 * tracks that `viewer` may not see.
 */
export async function lockTrackForLike(
  tx: Db,
  options: { viewer: { id: string }; trackId: number },
): Promise<{ likeCount: number; posterId: string }> {
  const [track] = await forUpdate(
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
