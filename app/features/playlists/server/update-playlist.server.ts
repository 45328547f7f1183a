import { eq } from "drizzle-orm";
import { holdMember } from "#app/features/accounts/server/hold-member.server.ts";
import { removeNotifications } from "#app/features/notifications/server/remove-notifications.server.ts";
import { type Db, write } from "#db/client.ts";
import { notifications, playlists } from "#db/schema/index.ts";
import type { Playlist } from "../playlist.ts";
import { storedCategories } from "../playlist-categories.ts";
import { freeSlug, slugOf } from "../playlist-slug.ts";
import type { PlaylistChanges } from "../playlists.schema.ts";
import { requirePrivacy } from "../require-privacy.ts";
import { countItems } from "./count-items.server.ts";
import { holdOwnPlaylist } from "./hold-own-playlist.server.ts";
import { slugsOf } from "./slugs-of.server.ts";

/**
 * Changes an own playlist; fields that are undefined stay, `playlist` has gone through the schema. It keeps its slug
 * under a new name unless another is asked for, loses it while it is private, and gets a new one when it comes back. Of one
 * that turns private nobody is told any more. Throws `NotFound`,
 * `Forbidden`, `Invalid` for one that a free member would make private.
 */
export async function updatePlaylist(options: {
  viewer: { id: string };
  playlistId: number;
  playlist: PlaylistChanges;
}): Promise<Playlist> {
  const { viewer, playlistId, playlist: changes } = options;
  const changed = await write(async (tx) => {
    const account = await holdMember(tx, viewer.id);
    const before = await holdOwnPlaylist(tx, { viewer, playlistId });
    const isPublic = changes.isPublic ?? before.isPublic;
    requirePrivacy(account, { wasPublic: before.isPublic, isPublic });
    const [row] = await tx
      .update(playlists)
      .set({
        name: changes.name,
        isPublic,
        publicSlug: isPublic ? await slugAfter(tx, before, changes) : null,
        ...(changes.categories && { category: storedCategories(changes.categories) }),
        ...(changes.description !== undefined && { description: changes.description }),
        updatedAt: new Date(),
      })
      .where(eq(playlists.id, playlistId))
      .returning();
    if (!row) throw new Error("the playlist was not written");
    if (before.isPublic && !isPublic) await removeNotifications(tx, eq(notifications.playlistId, playlistId));
    return row;
  });
  const counts = await countItems({ playlistIds: [playlistId], viewer });
  return { ...changed, itemCount: counts.get(playlistId) ?? 0 };
}

/** The slug of one that is public after the change. */
async function slugAfter(
  tx: Db,
  before: typeof playlists.$inferSelect,
  { name, publicSlug: asked }: PlaylistChanges,
): Promise<string> {
  if (before.publicSlug !== null && (asked ?? before.publicSlug) === before.publicSlug)
    return before.publicSlug;
  const taken = await slugsOf(tx, { userId: before.userId, except: before.id });
  return freeSlug(slugOf(asked?.trim() || name), taken);
}
