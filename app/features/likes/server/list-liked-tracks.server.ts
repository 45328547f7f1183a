import { and, desc, eq, sql } from "drizzle-orm";
import type { TrackPage } from "#app/features/tracks/server/list-tracks.server.ts";
import { selectTracksById, withLabels } from "#app/features/tracks/server/select-tracks.server.ts";
import { visibleTo } from "#app/features/tracks/server/visible-to.server.ts";
import { readCursor, writeCursor } from "#app/lib/cursor.ts";
import { db } from "#db/client.ts";
import { likes, tracks, users } from "#db/schema/index.ts";

/**
 * お気に入り: the tracks that a member likes, the latest like first, a page at a time (decisions, "Tracks"). Tracks
 * that others have hidden since, or whose poster was denied, are left out. `limit` 1–100.
 */
export async function listLikedTracks(options: {
  userId: string;
  limit: number;
  cursor?: string | undefined;
}): Promise<TrackPage> {
  const { userId, limit } = options;
  const cursor = options.cursor ? readCursor(options.cursor) : null;
  const after = cursor
    ? sql`(${likes.createdAt}, ${likes.trackId}) < (${sql.param(cursor.at, likes.createdAt)}, ${cursor.id})`
    : undefined;
  const found = await db
    .select({ trackId: likes.trackId, likedAt: likes.createdAt })
    .from(likes)
    .innerJoin(tracks, eq(tracks.id, likes.trackId))
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(and(eq(likes.userId, userId), visibleTo({ id: userId }), after))
    .orderBy(desc(likes.createdAt), desc(likes.trackId))
    .limit(limit + 1);
  const shown = found.slice(0, limit);
  const byId = new Map(
    (await withLabels(await selectTracksById(shown.map(({ trackId }) => trackId)))).map((one) => [
      one.id,
      one,
    ]),
  );
  const last = shown.at(-1);
  return {
    tracks: shown.map(({ trackId }) => byId.get(trackId)).filter((track) => track !== undefined),
    next: found.length > limit && last ? writeCursor({ at: last.likedAt, id: last.trackId }) : null,
  };
}
