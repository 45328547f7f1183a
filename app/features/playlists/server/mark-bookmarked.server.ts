import type { ListedTrack } from "#app/features/tracks/listed-track.ts";
import { findBookmarkedAmong } from "./find-bookmarked-among.server.ts";

/** The same tracks with whether they are in a playlist of `viewer`'s: one query for all of a page, none for a visitor. */
export async function markBookmarked(
  viewer: { id: string } | null,
  tracks: readonly ListedTrack[],
): Promise<ListedTrack[]> {
  if (!viewer) return [...tracks];
  const bookmarked = await findBookmarkedAmong({ viewer, trackIds: tracks.map(({ id }) => id) });
  return tracks.map((track) => ({ ...track, isBookmarked: bookmarked.has(track.id) }));
}
