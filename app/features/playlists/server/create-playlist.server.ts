import { eq } from "drizzle-orm";
import { holdMember } from "#app/features/accounts/server/hold-member.server.ts";
import { write } from "#db/client.ts";
import { playlists } from "#db/schema/index.ts";
import type { Playlist } from "../playlist.ts";
import { storedCategories } from "../playlist-categories.ts";
import { requireRoom } from "../playlist-limit.ts";
import { freeSlug, slugOf } from "../playlist-slug.ts";
import type { NewPlaylist } from "../playlists.schema.ts";
import { requirePrivacy } from "../require-privacy.ts";
import { slugsOf } from "./slugs-of.server.ts";

/**
 * Makes an empty playlist; `playlist` has gone through the schema. Throws `QuotaReached` at the member's limit, `Invalid` for
 * a private one of a free member's, `NotAuthenticated` when the account has gone meanwhile.
 */
export function createPlaylist(options: {
  viewer: { id: string };
  playlist: NewPlaylist;
}): Promise<Playlist> {
  const { viewer, playlist } = options;
  const { name, categories, description, isPublic } = playlist;
  return write(async (tx) => {
    const account = await holdMember(tx, viewer.id);
    requirePrivacy(account, { wasPublic: true, isPublic });
    requireRoom(account, await tx.$count(playlists, eq(playlists.userId, viewer.id)));
    const now = new Date();
    const [row] = await tx
      .insert(playlists)
      .values({
        userId: viewer.id,
        name,
        category: storedCategories(categories),
        description,
        isPublic,
        publicSlug: isPublic ? freeSlug(slugOf(name), await slugsOf(tx, { userId: viewer.id })) : null,
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    if (!row) throw new Error("the playlist was not written");
    return { ...row, itemCount: 0 };
  });
}
