import { and, desc, eq, sql } from "drizzle-orm";
import { visibleTo } from "#app/features/access/track-visibility.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { isWorthResuming } from "#app/features/playback/playback.ts";
import type { TrackListItem } from "#app/features/tracks/track-list-item.ts";
import { type Db, primary } from "#db/client.ts";
import { isOneOf, prepared, type ValuesOf } from "#db/prepared.ts";
import { listeningHistory, playlistItems, playlists, tracks, users } from "#db/schema/index.ts";
import { maxPlaylists } from "../../playlist-limits.ts";
import { countItems } from "../../server/list-items.server.ts";
import type { OwnPlaylists } from "../own-playlists.ts";

const selectBookmarked = prepared((on, value: ValuesOf<{ userId: string; trackIds: number[] }>) =>
  on
    .selectDistinct({ trackId: playlistItems.trackId })
    .from(playlists)
    .innerJoin(
      playlistItems,
      and(eq(playlistItems.playlistId, playlists.id), isOneOf(playlistItems.trackId, value("trackIds"))),
    )
    .where(eq(playlists.userId, value("userId"))),
);

/** Bookmarks with a position of -1, and how far the member has heard these tracks, with `isHeard` 1 for the end. */
const selectMarks = prepared((on, value: ValuesOf<{ userId: string; trackIds: number[] }>) =>
  on
    .selectDistinct({
      trackId: playlistItems.trackId,
      positionMs: sql<number>`-1`,
      isHeard: sql<number>`0`,
    })
    .from(playlists)
    .innerJoin(
      playlistItems,
      and(eq(playlistItems.playlistId, playlists.id), isOneOf(playlistItems.trackId, value("trackIds"))),
    )
    .where(eq(playlists.userId, value("userId")))
    .unionAll(
      on
        .select({
          trackId: listeningHistory.trackId,
          positionMs: listeningHistory.positionMs,
          isHeard: sql<number>`case when ${listeningHistory.isHeard} then 1 else 0 end`,
        })
        .from(listeningHistory)
        .where(
          and(
            eq(listeningHistory.userId, value("userId")),
            isOneOf(listeningHistory.trackId, value("trackIds")),
          ),
        ),
    ),
);

/** Which of these tracks are in a playlist of `viewer`. One query, none for a visitor. */
export async function findBookmarkedTrackIds(options: {
  viewer: { id: string } | null;
  trackIds: number[];
  tx?: Db;
}): Promise<Set<number>> {
  const { viewer, trackIds, tx = primary } = options;
  if (!viewer || trackIds.length === 0) return new Set();
  const rows = await selectBookmarked(tx, { userId: viewer.id, trackIds });
  return new Set(rows.map(({ trackId }) => trackId));
}

/** Whether a playlist of `viewer` has the track, as `tx` sees it. */
export async function isBookmarked(
  tx: Db,
  { viewer, trackId }: { viewer: { id: string }; trackId: number },
): Promise<boolean> {
  return (await findBookmarkedTrackIds({ viewer, trackIds: [trackId], tx })).has(trackId);
}

/** Adds `isBookmarked`, and for heard tracks `heard` and `isHeard`. One query, none for a visitor. */
export async function withBookmarks(
  viewer: { id: string } | null,
  tracks: readonly TrackListItem[],
): Promise<TrackListItem[]> {
  if (!viewer) return [...tracks];
  if (tracks.length === 0) return [];
  const marks = await selectMarks(primary, { userId: viewer.id, trackIds: tracks.map(({ id }) => id) });
  const bookmarked = new Set(marks.flatMap(({ trackId, positionMs }) => (positionMs < 0 ? [trackId] : [])));
  const history = new Map(
    marks.flatMap((mark) => (mark.positionMs < 0 ? [] : [[mark.trackId, mark] as const])),
  );
  return tracks.map((track) => {
    const mark = history.get(track.id);
    const heard = (mark?.positionMs ?? 0) / 1000;
    return {
      ...track,
      isBookmarked: bookmarked.has(track.id),
      ...(isWorthResuming(heard, track.duration) && { heard }),
      ...(mark?.isHeard && { isHeard: true as const }),
    };
  });
}

interface TrackPlaylists extends OwnPlaylists {
  track: { id: number; title: string };
}

/** The viewer's playlists as options for a track, newest first. Throws `NotFound` for a hidden or missing track. */
export async function listOwnPlaylistsForTrack(options: {
  viewer: Viewer;
  trackId: number;
}): Promise<TrackPlaylists> {
  const { viewer, trackId } = options;
  const [track] = await primary
    .select({ id: tracks.id, title: tracks.title })
    .from(tracks)
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(and(eq(tracks.id, trackId), visibleTo(viewer)));
  if (!track) throw new NotFound("音声が見つかりません");
  const own = await primary
    .select({
      id: playlists.id,
      name: playlists.name,
      isPublic: playlists.isPublic,
      itemId: playlistItems.id,
    })
    .from(playlists)
    .leftJoin(
      playlistItems,
      and(eq(playlistItems.playlistId, playlists.id), eq(playlistItems.trackId, trackId)),
    )
    .where(eq(playlists.userId, viewer.id))
    .orderBy(desc(playlists.createdAt), desc(playlists.id));
  const counts = await countItems({ playlistIds: own.map(({ id }) => id), viewer });
  return {
    track,
    limit: maxPlaylists(viewer),
    playlists: own.map(({ id, name, isPublic, itemId }) => ({
      id,
      name,
      isPublic,
      itemCount: counts.get(id) ?? 0,
      hasTrack: itemId !== null,
    })),
  };
}
