import { and, desc, eq, exists, gt, isNull } from "drizzle-orm";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import { isPaymentConfigured } from "#app/features/premium/subscription/stripe/is-payment-configured.server.ts";
import { repeatsSince } from "#app/features/repeated-post.ts";
import { requireHarmless } from "#app/features/require-harmless.server.ts";
import { type Db, write } from "#db/client.ts";
import { playlistItems, playlists } from "#db/schema/index.ts";
import type { Playlist } from "../../playlist.ts";
import { formatCategories } from "../../playlist-categories.ts";
import { requirePlaylistQuota, requirePrivateAllowed } from "../../playlist-limits.ts";
import type { NewPlaylist } from "../../playlists.schema.ts";
import { findSlugs } from "../../server/find-playlist.server.ts";
import { slugFromName, uniqueSlug } from "../playlist-slug.ts";

interface Repeat {
  trackId?: number;
}

/**
 * Creates an empty playlist. A form may be posted twice: `repeat` returns the playlist that the member made with the same
 * contents within ten minutes, if it has not changed since. With `repeat.trackId` it must have this track. Throws `QuotaReached`,
 * `Invalid` for a private playlist of a free member and for harmful words of a public one, `NotAuthenticated`.
 */
export async function createPlaylist(options: PlaylistCreation): Promise<Playlist> {
  await requireHarmlessPlaylist(options.playlist);
  return insertPlaylist(options);
}

interface PlaylistCreation {
  viewer: { id: string };
  playlist: NewPlaylist;
  repeat?: Repeat | undefined;
  now?: Date;
}

/** Throws `Invalid` for harmful words of a public playlist. */
export async function requireHarmlessPlaylist(playlist: NewPlaylist): Promise<void> {
  const { name, categories, description, isPublic } = playlist;
  if (isPublic) await requireHarmless({ name, category: categories.join("\n"), description });
}

/** `createPlaylist` for judged words: waits for nothing but the database. */
export function insertPlaylist(options: PlaylistCreation): Promise<Playlist> {
  const { viewer, playlist, repeat, now = new Date() } = options;
  const { name, categories, description, isPublic } = playlist;
  return write(async (tx) => {
    const account = await lockMember(tx, viewer.id);
    const repeated = repeat ? await findRepeated(tx, { viewer, playlist, repeat, now }) : undefined;
    if (repeated) {
      const itemCount = await tx.$count(playlistItems, eq(playlistItems.playlistId, repeated.id));
      return { ...repeated, itemCount };
    }
    requirePrivateAllowed(account, { wasPublic: true, isPublic });
    requirePlaylistQuota(account, {
      count: await tx.$count(playlists, eq(playlists.userId, viewer.id)),
      isPremiumSold: isPaymentConfigured(),
    });
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

async function findRepeated(
  tx: Db,
  o: { viewer: { id: string }; playlist: NewPlaylist; repeat: Repeat; now: Date },
) {
  const { viewer, playlist, repeat, now } = o;
  const { name, categories, description, isPublic } = playlist;
  const [found] = await tx
    .select()
    .from(playlists)
    .where(
      and(
        eq(playlists.userId, viewer.id),
        gt(playlists.createdAt, repeatsSince(now)),
        eq(playlists.name, name),
        eq(playlists.category, formatCategories(categories)),
        description === null ? isNull(playlists.description) : eq(playlists.description, description),
        eq(playlists.isPublic, isPublic),
        repeat.trackId === undefined
          ? undefined
          : exists(
              tx
                .select({ id: playlistItems.id })
                .from(playlistItems)
                .where(
                  and(eq(playlistItems.playlistId, playlists.id), eq(playlistItems.trackId, repeat.trackId)),
                ),
            ),
      ),
    )
    .orderBy(desc(playlists.id))
    .limit(1);
  return found;
}
