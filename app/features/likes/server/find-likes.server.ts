import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { NotFound } from "#app/features/domain-error.ts";
import type { TrackPage } from "#app/features/tracks/server/list-tracks.server.ts";
import { selectTracksById, withLabels } from "#app/features/tracks/server/select-tracks.server.ts";
import { visibleTo } from "#app/features/tracks/server/track-visibility.server.ts";
import { decodeCursor, encodeCursor } from "#app/lib/cursor.ts";
import { db, primary } from "#db/client.ts";
import { likes, tracks, users } from "#db/schema/index.ts";

/**
 * お気に入り: a page of the tracks that a member likes, the latest like first. Tracks that others have hidden since, or
 * whose poster was denied, are left out. `limit` 1–100.
 */
export async function listLikedTracks(options: {
  userId: string;
  limit: number;
  cursor?: string | undefined;
}): Promise<TrackPage> {
  const { userId, limit } = options;
  const cursor = options.cursor ? decodeCursor(options.cursor) : null;
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
  const shownTracks = await withLabels(await selectTracksById(shown.map(({ trackId }) => trackId)));
  const byId = new Map(shownTracks.map((track) => [track.id, track]));
  const last = shown.at(-1);
  return {
    tracks: shown.map(({ trackId }) => byId.get(trackId)).filter((track) => track !== undefined),
    next: found.length > limit && last ? encodeCursor({ at: last.likedAt, id: last.trackId }) : null,
  };
}

/** Which of these tracks `viewer` likes; none for a visitor. */
export async function findLikedTrackIds(options: {
  viewer: { id: string } | null;
  trackIds: number[];
}): Promise<Set<number>> {
  const { viewer, trackIds } = options;
  if (!viewer || trackIds.length === 0) return new Set();
  const rows = await primary
    .select({ trackId: likes.trackId })
    .from(likes)
    .where(and(eq(likes.userId, viewer.id), inArray(likes.trackId, trackIds)));
  return new Set(rows.map(({ trackId }) => trackId));
}

/** Whether `viewer` likes a track. Throws `NotFound` for tracks that they may not see. */
export async function hasLiked(options: { viewer: { id: string }; trackId: number }): Promise<boolean> {
  const { viewer, trackId } = options;
  const [track] = await primary
    .select({ likedBy: likes.userId })
    .from(tracks)
    .innerJoin(users, eq(users.id, tracks.userId))
    .leftJoin(likes, and(eq(likes.userId, viewer.id), eq(likes.trackId, tracks.id)))
    .where(and(eq(tracks.id, trackId), visibleTo(viewer)));
  if (!track) throw new NotFound("音声が見つかりません");
  return track.likedBy !== null;
}
