import { and, asc, eq, lte } from "drizzle-orm";
import { isPublic } from "#app/features/access/track-visibility.server.ts";
import { type CoverTrack, maxCoverTracks } from "#app/features/covers/playlist-cover.ts";
import { findFirstLabels } from "#app/features/tracks/server/select-tracks.server.ts";
import { db } from "#db/client.ts";
import { isOneOf, prepared, type ValuesOf } from "#db/prepared.ts";
import { playlistItems, tracks, users } from "#db/schema/index.ts";
import type { PlaylistListItem } from "../playlist-view.ts";

const maxPosition = 12;

const selectFirstItems = prepared((on, value: ValuesOf<{ playlistIds: number[] }>) =>
  on
    .select({ playlistId: playlistItems.playlistId, id: playlistItems.trackId })
    .from(playlistItems)
    .innerJoin(tracks, eq(tracks.id, playlistItems.trackId))
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(
      and(
        isOneOf(playlistItems.playlistId, value("playlistIds")),
        lte(playlistItems.position, maxPosition),
        isPublic,
      ),
    )
    .orderBy(asc(playlistItems.playlistId), asc(playlistItems.position), asc(playlistItems.id)),
);

/** The first public tracks of each playlist, at most `maxCoverTracks`. A playlist without any is not in the map. */
export async function listCoverTracks(playlistIds: readonly number[]): Promise<Map<number, CoverTrack[]>> {
  if (playlistIds.length === 0) return new Map();
  const found = await selectFirstItems(db, { playlistIds: [...playlistIds] });
  const byPlaylist = Map.groupBy(found, ({ playlistId }) => playlistId);
  const first = [...byPlaylist].map(([playlistId, all]) => ({
    playlistId,
    all: all.slice(0, maxCoverTracks),
  }));
  const labels = await findFirstLabels(first.flatMap(({ all }) => all.map(({ id }) => id)));
  return new Map(
    first.map(({ playlistId, all }) => [
      playlistId,
      all.map(({ id }) => ({ id, label: labels.get(id) ?? null })),
    ]),
  );
}

/** The tracks of one playlist's cover. */
export async function findCoverTracks(playlistId: number): Promise<CoverTrack[]> {
  return (await listCoverTracks([playlistId])).get(playlistId) ?? [];
}

/** Adds `coverTracks` to a list, with one query. */
export async function withCoverTracks(playlists: readonly PlaylistListItem[]): Promise<PlaylistListItem[]> {
  const tracks = await listCoverTracks(playlists.map(({ id }) => id));
  return playlists.map((playlist) => ({ ...playlist, coverTracks: tracks.get(playlist.id) ?? [] }));
}
