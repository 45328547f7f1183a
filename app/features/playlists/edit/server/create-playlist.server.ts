import { eq } from "drizzle-orm";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import { write } from "#db/client.ts";
import { playlists } from "#db/schema/index.ts";
import type { Playlist } from "../../playlist.ts";
import { formatCategories } from "../../playlist-categories.ts";
import { requirePlaylistQuota, requirePrivateAllowed } from "../../playlist-limits.ts";
import type { NewPlaylist } from "../../playlists.schema.ts";
import { findSlugs } from "../../server/find-playlist.server.ts";
import { slugFromName, uniqueSlug } from "../playlist-slug.ts";

/**
 * Creates an empty playlist from validated fields. Throws `QuotaReached` at the member's limit, `Invalid` for a private
 * playlist of a free member, `NotAuthenticated` when the account is gone.
 */
export function createPlaylist(options: {
  viewer: { id: string };
  playlist: NewPlaylist;
}): Promise<Playlist> {
  const { viewer, playlist } = options;
  const { name, categories, description, isPublic } = playlist;
  return write(async (tx) => {
    const account = await lockMember(tx, viewer.id);
    requirePrivateAllowed(account, { wasPublic: true, isPublic });
    requirePlaylistQuota(account, await tx.$count(playlists, eq(playlists.userId, viewer.id)));
    const now = new Date();
    const [row] = await tx
      .insert(playlists)
      .values({
        userId: viewer.id,
        name,
        category: formatCategories(categories),
        description,
        isPublic,
        publicSlug: isPublic
          ? uniqueSlug(slugFromName(name), await findSlugs(tx, { userId: viewer.id }))
          : null,
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    if (!row) throw new Error("the playlist was not written");
    return { ...row, itemCount: 0 };
  });
}
