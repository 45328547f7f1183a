import { and, asc, eq, exists, gt, lte, max } from "drizzle-orm";
import { isMarkedVisible } from "#app/features/access/track-visibility.server.ts";
import { profilePath } from "#app/features/accounts/account.ts";
import { sharedPlaylistPath } from "#app/features/playlists/playlist.ts";
import { isPublicPlaylist } from "#app/features/playlists/server/find-playlist.server.ts";
import { isPaymentConfigured } from "#app/features/premium/subscription/stripe/is-payment-configured.server.ts";
import { premiumPath } from "#app/features/premium/subscription/subscription.ts";
import { audienceOf, isListedFor, isListedFrom } from "#app/features/tracks/server/track-listing.server.ts";
import { trackPath } from "#app/features/tracks/track.ts";
import { db } from "#db/client.ts";
import { playlistItems, playlists, tracks, users } from "#db/schema/index.ts";
import { maxUrlsPerSitemap, type SitemapEntry } from "./sitemap-xml.ts";

/** Computing the ranges reads all account ids, and they change slowly. */
const cacheMs = 10 * 60_000;

let cached: { starts: string[]; until: number } | undefined;

/** Omits the screens' sitemap. Fixed ranges of ids split tracks and playlists, which takes one query for any number of rows. */
export async function listSitemaps(): Promise<string[]> {
  const now = Date.now();
  const [lastTrack] = await db.select({ id: max(tracks.id) }).from(tracks);
  const [lastPlaylist] = await db.select({ id: max(playlists.id) }).from(playlists);
  if (!cached || cached.until <= now) cached = { starts: await accountRanges(), until: now + cacheMs };
  return [
    ...sitemapsByIdRange("tracks", lastTrack?.id ?? 0),
    ...sitemapsByIdRange("playlists", lastPlaylist?.id ?? 0),
    ...cached.starts.map((start) => `/sitemaps/people.xml?${new URLSearchParams({ after: start })}`),
  ];
}

const sitemapsByIdRange = (name: string, lastId: number) =>
  Array.from(
    { length: Math.ceil(lastId / maxUrlsPerSitemap) },
    (_, range) => `/sitemaps/${name}.xml?after=${range * maxUrlsPerSitemap}`,
  );

/** The id after which each sitemap of members starts; the first is empty. */
async function accountRanges(): Promise<string[]> {
  const starts = [""];
  for (;;) {
    const [next] = await db
      .select({ id: users.id })
      .from(users)
      .where(gt(users.id, starts.at(-1) ?? ""))
      .orderBy(asc(users.id))
      .limit(1)
      .offset(maxUrlsPerSitemap - 1);
    if (!next) return starts;
    starts.push(next.id);
  }
}

const batchSize = 1000;

/** Members with a track that visitors' lists show, among the 10,000 accounts after the id `after`. */
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

/** Tracks that visitors' lists show, with ids in (`after`, `after` + 10,000]. */
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

/** Public, non-empty playlists with ids in (`after`, `after` + 10,000]. */
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
  "/ai",
  "/verify",
];

/** The offer only where premium is sold. */
export async function* listScreenUrls(origin: string): AsyncGenerator<SitemapEntry[]> {
  const shown = screens.filter((path) => path !== premiumPath || isPaymentConfigured());
  yield shown.map((path) => ({ url: origin + path }));
}
