import { asc, gt, max } from "drizzle-orm";
import { db } from "#db/client.ts";
import { playlists, tracks, users } from "#db/schema/index.ts";
import { maxUrlsPerSitemap } from "./sitemap-xml.ts";

/** The account ranges are cached: they change slowly and computing them reads all account ids. */
const cacheMs = 10 * 60_000;

let cached: { starts: string[]; until: number } | undefined;

/**
 * Paths of all sitemaps but the screens'. Tracks and playlists are split by fixed id ranges, which needs one query for
 * any number of rows; members by the id after which each sitemap starts.
 */
export async function listSitemaps(now: number = Date.now()): Promise<string[]> {
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

/** The ids after which each sitemap of members starts; the first is empty. */
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
