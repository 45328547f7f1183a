import { and, asc, count, eq, sql } from "drizzle-orm";
import { visibleTo } from "#app/features/access/track-visibility.server.ts";
import { findTracksById } from "#app/features/tracks/server/select-tracks.server.ts";
import { cutPage, decodeCursor } from "#app/lib/cursor.ts";
import { db } from "#db/client.ts";
import { isOneOf, prepared, type ValuesOf } from "#db/prepared.ts";
import { playlistItems, tracks, users } from "#db/schema/index.ts";
import type { PlaylistItem } from "../playlist.ts";

const maxInteger = 2 ** 31 - 1;

interface ItemPage {
  items: PlaylistItem[];
  /** Null on the last page. Its time field holds the position. */
  next: string | null;
}

const selectItems = prepared(
  (
    on,
    value: ValuesOf<{ playlistId: number; viewerId: string; position: number; id: number; limit: number }>,
  ) =>
    on
      .select({ id: playlistItems.id, order: playlistItems.position, trackId: playlistItems.trackId })
      .from(playlistItems)
      .innerJoin(tracks, eq(tracks.id, playlistItems.trackId))
      .innerJoin(users, eq(users.id, tracks.userId))
      .where(
        and(
          eq(playlistItems.playlistId, value("playlistId")),
          visibleTo({ id: value("viewerId") }),
          sql`(${playlistItems.position}, ${playlistItems.id}) > (${value("position")}, ${value("id")})`,
        ),
      )
      .orderBy(asc(playlistItems.position), asc(playlistItems.id))
      .limit(value("limit")),
);

/**
 * A page of a playlist's items in order, without hidden tracks. The caller checks that the viewer may see the playlist
 * (`findPlaylist`). `limit` 1–1000.
 */
export async function listItems(options: {
  viewer: { id: string } | null;
  playlistId: number;
  limit: number;
  cursor?: string | undefined;
}): Promise<ItemPage> {
  const { viewer, playlistId, limit } = options;
  const cursor = options.cursor ? decodeCursor(options.cursor) : null;
  const found = await selectItems(db, {
    playlistId,
    viewerId: viewer?.id ?? "",
    // A cursor's time may exceed what Postgres compares with a position.
    position: cursor ? Math.min(cursor.at.getTime(), maxInteger) : -1,
    id: cursor?.id ?? 0,
    limit: limit + 1,
  });
  const { shown, next } = cutPage(found, limit, (last) => ({ at: new Date(last.order), id: last.id }));
  const shownTracks = await findTracksById(shown.map(({ trackId }) => trackId));
  const byId = new Map(shownTracks.map((track) => [track.id, track]));
  return {
    items: shown.flatMap(({ id, order, trackId }) => {
      const track = byId.get(trackId);
      return track ? [{ id, order, track }] : [];
    }),
    next,
  };
}

const selectCounts = prepared((on, value: ValuesOf<{ playlistIds: number[]; viewerId: string }>) =>
  on
    .select({ playlistId: playlistItems.playlistId, items: count() })
    .from(playlistItems)
    .innerJoin(tracks, eq(tracks.id, playlistItems.trackId))
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(and(isOneOf(playlistItems.playlistId, value("playlistIds")), visibleTo({ id: value("viewerId") })))
    .groupBy(playlistItems.playlistId),
);

/** Number of visible tracks by playlist. Those without any are not in the map. */
export async function countItems(options: {
  playlistIds: number[];
  viewer: { id: string } | null;
}): Promise<Map<number, number>> {
  const { playlistIds, viewer } = options;
  if (playlistIds.length === 0) return new Map();
  const rows = await selectCounts(db, { playlistIds, viewerId: viewer?.id ?? "" });
  return new Map(rows.map(({ playlistId, items }) => [playlistId, items]));
}
