import { eq } from "drizzle-orm";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { primary } from "#db/client.ts";
import { playlists } from "#db/schema/index.ts";
import { playlistLimitOf } from "../playlist-limit.ts";

/** How many playlists a member has, and how many they may have (spec 2 §5). */
export async function countOwnPlaylists(options: {
  viewer: Viewer;
}): Promise<{ count: number; limit: number }> {
  const { viewer } = options;
  const count = await primary.$count(playlists, eq(playlists.userId, viewer.id));
  return { count, limit: playlistLimitOf(viewer) };
}
