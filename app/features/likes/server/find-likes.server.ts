import { and, desc, eq, sql } from "drizzle-orm";
import { visibleTo } from "#app/features/access/track-visibility.server.ts";
import { NotFound } from "#app/features/domain-error.ts";
import type { TrackPage } from "#app/features/tracks/server/list-tracks.server.ts";
import { findTracksById } from "#app/features/tracks/server/select-tracks.server.ts";
import { cutPage, decodeCursor, startCursors } from "#app/lib/cursor.ts";
import { db, primary } from "#db/client.ts";
import { isOneOf, prepared, type ValuesOf } from "#db/prepared.ts";
import { likes, tracks, users } from "#db/schema/index.ts";

const selectLikes = prepared((on, value: ValuesOf<{ userId: string; at: Date; id: number; limit: number }>) =>
  on
    .select({ trackId: likes.trackId, likedAt: likes.createdAt })
    .from(likes)
    .innerJoin(tracks, eq(tracks.id, likes.trackId))
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(
      and(
        eq(likes.userId, value("userId")),
        visibleTo({ id: value("userId") }),
        sql`(${likes.createdAt}, ${likes.trackId}) < (${sql.param(value("at"), likes.createdAt)}, ${value("id")})`,
      ),
    )
    .orderBy(desc(likes.createdAt), desc(likes.trackId))
    .limit(value("limit")),
);

/** お気に入り, latest like first, without what others hid and authors who were denied. `limit` 1–100. */
export async function listLikedTracks(options: {
  userId: string;
  limit: number;
  cursor?: string | undefined;
}): Promise<TrackPage> {
  const { userId, limit } = options;
  const after = (options.cursor && decodeCursor(options.cursor)) || startCursors.newest;
  const found = await selectLikes(db, { userId, at: after.at, id: after.id, limit: limit + 1 });
  const { shown, next } = cutPage(found, limit, (last) => ({ at: last.likedAt, id: last.trackId }));
  return {
    tracks: await findTracksById(shown.map(({ trackId }) => trackId)),
    next,
  };
}

const selectLiked = prepared((on, value: ValuesOf<{ userId: string; trackIds: number[] }>) =>
  on
    .select({ trackId: likes.trackId })
    .from(likes)
    .where(and(eq(likes.userId, value("userId")), isOneOf(likes.trackId, value("trackIds")))),
);

/** Which of these tracks `viewer` likes; none for a visitor. */
export async function findLikedTrackIds(options: {
  viewer: { id: string } | null;
  trackIds: number[];
}): Promise<Set<number>> {
  const { viewer, trackIds } = options;
  if (!viewer || trackIds.length === 0) return new Set();
  const rows = await selectLiked(primary, { userId: viewer.id, trackIds });
  return new Set(rows.map(({ trackId }) => trackId));
}

const selectLikeOfTrack = prepared((on, value: ValuesOf<{ viewerId: string; trackId: number }>) =>
  on
    .select({ likedBy: likes.userId })
    .from(tracks)
    .innerJoin(users, eq(users.id, tracks.userId))
    .leftJoin(likes, and(eq(likes.userId, value("viewerId")), eq(likes.trackId, tracks.id)))
    .where(and(eq(tracks.id, value("trackId")), visibleTo({ id: value("viewerId") }))),
);

/** Throws `NotFound` for tracks that `viewer` may not see. */
export async function hasLiked(options: { viewer: { id: string }; trackId: number }): Promise<boolean> {
  const { viewer, trackId } = options;
  const [track] = await selectLikeOfTrack(primary, { viewerId: viewer.id, trackId });
  if (!track) throw new NotFound("音声が見つかりません");
  return track.likedBy !== null;
}
