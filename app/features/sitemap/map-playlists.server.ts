import { and, asc, eq, exists, gt, lte } from "drizzle-orm";
import { db } from "#db/client.ts";
import { playlistItems, playlists, users } from "#db/schema/index.ts";
import { sharedPlaylistPath } from "../playlists/playlist-path.ts";
import { type MappedPage, mostInMap } from "./sitemap-xml.ts";

const batchSize = 1000;

/** The pages of public playlists that have something in them, with ids above `after`, at most 10,000 further. */
export async function* mapPlaylists(options: {
  after: number;
  origin: string;
}): AsyncGenerator<MappedPage[]> {
  const { origin } = options;
  const hasItems = exists(
    db.select({ id: playlistItems.id }).from(playlistItems).where(eq(playlistItems.playlistId, playlists.id)),
  );
  const until = options.after + mostInMap;
  for (let after = options.after; after < until; after += batchSize) {
    const found = await db
      .select({
        id: playlists.id,
        updatedAt: playlists.updatedAt,
        isPublic: playlists.isPublic,
        hasItems,
        customUserId: users.customUserId,
        state: users.state,
      })
      .from(playlists)
      .innerJoin(users, eq(users.id, playlists.userId))
      .where(and(gt(playlists.id, after), lte(playlists.id, after + batchSize)))
      .orderBy(asc(playlists.id));
    // Asked for in the query, SQLite would begin with another index. The rule is that of `isPublicPlaylist`.
    const shown = found.filter((one) => one.isPublic && one.state === "approved" && Boolean(one.hasItems));
    yield shown.map(({ id, customUserId, updatedAt }) => ({
      url: origin + sharedPlaylistPath({ id, owner: { customUserId } }),
      modified: updatedAt,
    }));
  }
}
