import { isDeepStrictEqual } from "node:util";
import { and, eq } from "drizzle-orm";
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

type StoredPlaylist = typeof playlists.$inferSelect;
type Words = Parameters<typeof requireHarmless>[0];

interface Change {
  viewer: { id: string };
  playlistId: number;
  playlist: PlaylistChanges;
}

/**
 * Changes a playlist of the viewer; undefined fields stay. A rename keeps the slug unless another is requested. Going private
 * removes the slug and the notifications; going public chooses a new slug. Throws `NotFound`, `Forbidden`, and `Invalid`: a free
 * member makes it private, it was taken down by the operator and shall be public, or new words of a public one are harmful. One
 * that a restore would make public counts as public.
 */
export async function updatePlaylist(change: Change): Promise<Playlist> {
  const { viewer, playlistId, playlist: changes } = change;
  const [own] = await primary
    .select()
    .from(playlists)
    .where(and(eq(playlists.id, playlistId), eq(playlists.userId, viewer.id)));
  let words = own ? wordsToJudge(own, changes) : {};
  for (;;) {
    await requireHarmless(words);
    const result = await changeJudged(change, words);
    if ("changed" in result) {
      const counts = await countItems({ playlistIds: [playlistId], viewer });
      return { ...result.changed, itemCount: counts.get(playlistId) ?? 0 };
    }
    // The playlist changed during the check: check it again.
    words = result.words;
  }
}

/** Returns the words to judge, changing nothing, if they are not the judged ones. */
function changeJudged(
  { viewer, playlistId, playlist: changes }: Change,
  judged: Words,
): Promise<{ changed: StoredPlaylist } | { words: Words }> {
  return write(async (tx) => {
    const account = await lockMember(tx, viewer.id);
    const before = await lockOwnPlaylist(tx, { viewer, playlistId });
    const words = wordsToJudge(before, changes);
    if (!isDeepStrictEqual(words, judged)) return { words };
    const isPublic = changes.isPublic ?? before.isPublic;
    requirePrivateAllowed(account, { wasPublic: before.isPublic, isPublic });
    if (before.takenDownAt !== null && isPublic) throw new Invalid({ isPublic: [takenDownMessage] });
    const [changed] = await tx
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
    if (!changed) throw new Error("the playlist was not written");
    if (before.isPublic && !isPublic) await removeNotifications(tx, eq(notifications.playlistId, playlistId));
    return { changed };
  });
}

const takenDownMessage =
  "運営が公開を停止しているプレイリストです。公開にはできません。ご不明な点はお問い合わせください。";

/** By field. Words that are public already are not judged again, those of a private playlist when it becomes public. */
function wordsToJudge(before: StoredPlaylist, changes: PlaylistChanges): Words {
  // Restoring asks nobody but the operator, who may not have seen what its owner wrote since.
  const isPublicWhenRestored = before.takenDownAt !== null && before.wasPublicBefore === true;
  if (!(changes.isPublic ?? before.isPublic) && !isPublicWhenRestored) return {};
  const isNew = (after: string | null, old: string | null) => !before.isPublic || after !== old;
  const category = changes.categories ? formatCategories(changes.categories) : before.category;
  const description = changes.description === undefined ? before.description : changes.description;
  return {
    name: isNew(changes.name, before.name) ? changes.name : null,
    category: isNew(category, before.category) ? category.replaceAll(",", "\n") : null,
    description: isNew(description, before.description) ? description : null,
    publicSlug: changes.publicSlug?.replace(/[-_]+/gu, " "),
  };
}

async function slugAfterChange(
  tx: Db,
  before: StoredPlaylist,
  { name, publicSlug: requested }: PlaylistChanges,
): Promise<string> {
  if (before.publicSlug !== null && (requested ?? before.publicSlug) === before.publicSlug)
    return before.publicSlug;
  const taken = await findSlugs(tx, { userId: before.userId, except: before.id });
  return uniqueSlug(slugFromName(requested?.trim() || name), taken);
}
