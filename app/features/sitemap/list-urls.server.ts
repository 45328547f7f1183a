import { and, asc, eq, exists, gt, lte } from "drizzle-orm";
import { profilePath } from "#app/features/accounts/account.ts";
import { sharedPlaylistPath } from "#app/features/playlists/playlist.ts";
import { isPublicPlaylist } from "#app/features/playlists/server/viewable-by.server.ts";
import { premiumPath } from "#app/features/premium/subscription/payment-paths.ts";
import { isPaymentConfigured } from "#app/features/premium/subscription/stripe/is-payment-configured.server.ts";
import { audienceOf, isListedFor, isListedFrom } from "#app/features/tracks/server/track-listing.server.ts";
import { isMarkedVisible } from "#app/features/tracks/server/track-visibility.server.ts";
import { trackPath } from "#app/features/tracks/track.ts";
import { db } from "#db/client.ts";
import { playlistItems, playlists, tracks, users } from "#db/schema/index.ts";
import { maxUrlsPerSitemap, type SitemapEntry } from "./sitemap-xml.ts";

/** Rows per query. */
const batchSize = 1000;

/** Profile pages of members with a track that visitors are shown in lists, among the 10,000 accounts whose ids follow `after`. */
export async function* listPeopleUrls(options: {
  after: string;
  origin: string;
}): AsyncGenerator<SitemapEntry[]> {
  const { origin } = options;
  const hasPublished = exists(
    db
      .select({ id: tracks.id })
      .from(tracks)
      .where(and(eq(tracks.userId, users.id), isMarkedVisible, isListedFrom(audienceOf(null)))),
  );
  let { after } = options;
  for (let seen = 0; seen < maxUrlsPerSitemap; seen += batchSize) {
    const batch = await db
      .select({ id: users.id, customUserId: users.customUserId, state: users.state, hasPublished })
      .from(users)
      .where(gt(users.id, after))
      .orderBy(asc(users.id))
      .limit(batchSize);
    yield batch
      .filter((person) => person.state === "approved" && Boolean(person.hasPublished))
      .map((person) => ({ url: origin + profilePath(person) }));
    const last = batch.at(-1);
    if (!last || batch.length < batchSize) return;
    after = last.id;
  }
}

/** Pages of the tracks that visitors are shown in lists, with ids in (`after`, `after` + 10,000]. */
export async function* listTrackUrls(options: {
  after: number;
  origin: string;
}): AsyncGenerator<SitemapEntry[]> {
  const { origin } = options;
  const until = options.after + maxUrlsPerSitemap;
  for (let after = options.after; after < until; after += batchSize) {
    const found = await db
      .select({
        id: tracks.id,
        userId: tracks.userId,
        posterCustomUserId: users.customUserId,
        uploadedAt: tracks.uploadedAt,
      })
      .from(tracks)
      .innerJoin(users, eq(users.id, tracks.userId))
      .where(and(gt(tracks.id, after), lte(tracks.id, after + batchSize), isListedFor(audienceOf(null))))
      .orderBy(asc(tracks.id));
    yield found.map((track) => ({ url: origin + trackPath(track), modified: track.uploadedAt }));
  }
}

/** Pages of the public, non-empty playlists with ids in (`after`, `after` + 10,000]. */
export async function* listPlaylistUrls(options: {
  after: number;
  origin: string;
}): AsyncGenerator<SitemapEntry[]> {
  const { origin } = options;
  const hasItems = exists(
    db.select({ id: playlistItems.id }).from(playlistItems).where(eq(playlistItems.playlistId, playlists.id)),
  );
  const until = options.after + maxUrlsPerSitemap;
  for (let after = options.after; after < until; after += batchSize) {
    const found = await db
      .select({
        id: playlists.id,
        updatedAt: playlists.updatedAt,
        customUserId: users.customUserId,
      })
      .from(playlists)
      .innerJoin(users, eq(users.id, playlists.userId))
      .where(and(gt(playlists.id, after), lte(playlists.id, after + batchSize), isPublicPlaylist, hasItems))
      .orderBy(asc(playlists.id));
    yield found.map(({ id, customUserId, updatedAt }) => ({
      url: origin + sharedPlaylistPath({ id, owner: { customUserId } }),
      modified: updatedAt,
    }));
  }
}

/** Public screens with fixed content. */
const screens = [
  "/",
  "/search",
  premiumPath,
  "/faq",
  "/contact",
  "/terms",
  "/guidelines",
  "/privacy",
  "/commercial-law",
];

/** URLs of the public screens; of the offer only where premium is sold. */
export async function* listScreenUrls(origin: string): AsyncGenerator<SitemapEntry[]> {
  const shown = screens.filter((path) => path !== premiumPath || isPaymentConfigured());
  yield shown.map((path) => ({ url: origin + path }));
}
