import { and, asc, eq, inArray, lte } from "drizzle-orm";
import { listFirstLabels } from "#app/features/tracks/server/list-first-labels.server.ts";
import { isPublic } from "#app/features/tracks/server/visible-to.server.ts";
import { db } from "#db/client.ts";
import { playlistItems, tracks, users } from "#db/schema/index.ts";
import { mostStrands, type WovenTrack } from "../weave.ts";

/** Where tracks at the beginning are hidden, those up to this place stand in for them. */
const lastPlace = 12;

/**
 * What the covers of these playlists are woven of: their first tracks that everybody may hear. A playlist without any is
 * not in the map.
 */
export async function listWovenTracks(playlistIds: readonly number[]): Promise<Map<number, WovenTrack[]>> {
  if (playlistIds.length === 0) return new Map();
  const found = await db
    .select({ playlistId: playlistItems.playlistId, id: playlistItems.trackId })
    .from(playlistItems)
    .innerJoin(tracks, eq(tracks.id, playlistItems.trackId))
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(
      and(
        inArray(playlistItems.playlistId, [...playlistIds]),
        lte(playlistItems.position, lastPlace),
        isPublic,
      ),
    )
    .orderBy(asc(playlistItems.playlistId), asc(playlistItems.position), asc(playlistItems.id));
  const byPlaylist = Map.groupBy(found, ({ playlistId }) => playlistId);
  const first = [...byPlaylist].map(([playlistId, all]) => ({ playlistId, all: all.slice(0, mostStrands) }));
  const labels = await listFirstLabels(first.flatMap(({ all }) => all.map(({ id }) => id)));
  return new Map(
    first.map(({ playlistId, all }) => [
      playlistId,
      all.map(({ id }) => ({ id, label: labels.get(id) ?? null })),
    ]),
  );
}
