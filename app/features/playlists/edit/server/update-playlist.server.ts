import { eq } from "drizzle-orm";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import { Invalid } from "#app/features/domain-error.ts";
import { removeNotifications } from "#app/features/notifications/server/remove-notifications.server.ts";
import { requireHarmless } from "#app/features/require-harmless.server.ts";
import { type Db, primary, write } from "#db/client.ts";
import { notifications, playlists } from "#db/schema/index.ts";
import type { Playlist } from "../../playlist.ts";
import { formatCategories } from "../../playlist-categories.ts";
import { requirePrivateAllowed } from "../../playlist-limits.ts";
import type { PlaylistChanges } from "../../playlists.schema.ts";
import { findSlugs } from "../../server/find-playlist.server.ts";
import { countItems } from "../../server/list-items.server.ts";
import { lockOwnPlaylist } from "../../server/locks.server.ts";
import { slugFromName, uniqueSlug } from "../playlist-slug.ts";

/**
 * Changes a playlist of the viewer; undefined fields stay. A rename keeps the slug unless another is requested. Going private
 * removes the slug and the notifications; going public chooses a new slug. Throws `NotFound`, `Forbidden`, and `Invalid` when a
 * free member makes it private, for publishing what the operator took down, and for new harmful words of a public one.
 */
export async function updatePlaylist(options: {
  viewer: { id: string };
  playlistId: number;
  playlist: PlaylistChanges;
}): Promise<Playlist> {
  const { viewer, playlistId, playlist: changes } = options;
  await requireHarmlessChanges(playlistId, changes);
  const changed = await write(async (tx) => {
    const account = await lockMember(tx, viewer.id);
    const before = await lockOwnPlaylist(tx, { viewer, playlistId });
    const isPublic = changes.isPublic ?? before.isPublic;
    requirePrivateAllowed(account, { wasPublic: before.isPublic, isPublic });
    if (before.takenDownAt !== null && isPublic) throw new Invalid({ isPublic: [takenDownMessage] });
    const [row] = await tx
      .update(playlists)
      .set({
        name: changes.name,
        isPublic,
        publicSlug: isPublic ? await slugAfterChange(tx, before, changes) : null,
        ...(changes.categories && { category: formatCategories(changes.categories) }),
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

const takenDownMessage =
  "運営が公開を停止しているプレイリストです。公開にはできません。ご不明な点はお問い合わせください。";

/** Words that are public already are not judged again. */
async function requireHarmlessChanges(playlistId: number, changes: PlaylistChanges): Promise<void> {
  const [before] = await primary.select().from(playlists).where(eq(playlists.id, playlistId));
  if (!(changes.isPublic ?? before?.isPublic)) return;
  const { name, category, description } = before ?? {};
  const isNew = (after: string | null | undefined, old: string | null | undefined) =>
    !before?.isPublic || after !== old;
  const categories = changes.categories ? formatCategories(changes.categories) : (category ?? "");
  const descriptionAfter = changes.description === undefined ? description : changes.description;
  await requireHarmless({
    name: isNew(changes.name, name) ? changes.name : null,
    category: isNew(categories, category) ? categories.replaceAll(",", "\n") : null,
    description: isNew(descriptionAfter, description) ? descriptionAfter : null,
    publicSlug: changes.publicSlug?.replace(/[-_]+/gu, " "),
  });
}

async function slugAfterChange(
  tx: Db,
  before: typeof playlists.$inferSelect,
  { name, publicSlug: requested }: PlaylistChanges,
): Promise<string> {
  if (before.publicSlug !== null && (requested ?? before.publicSlug) === before.publicSlug)
    return before.publicSlug;
  const taken = await findSlugs(tx, { userId: before.userId, except: before.id });
  return uniqueSlug(slugFromName(requested?.trim() || name), taken);
}
