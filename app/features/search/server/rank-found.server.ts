import { and } from "drizzle-orm";
import { authorIsApproved } from "#app/features/access/track-visibility.server.ts";
import { type Audience, isListedFrom } from "#app/features/tracks/server/track-listing.server.ts";
import { db } from "#db/client.ts";
import { isOneOf, prepared, type ValuesOf } from "#db/prepared.ts";
import { tracks } from "#db/schema/index.ts";
import { classCount, selectHottest } from "#db/search/recommended-tracks.ts";

/** In the order of results. */
export const places = ["title", "label", "text"] as const;

export interface Found {
  id: number;
  /** Where the words are. */
  place: (typeof places)[number];
}

export interface RankedTrack extends Found {
  /** Of `weightOf`. */
  weight: number;
}

const dayInSeconds = 24 * 60 * 60;

/**
 * Upload time (s), later by 20 days for each doubling of its reach (plays + 2 likes) beyond 4, by 200 at most: what was much
 * heard stands above newer tracks, but not for ever. In steps, so that few plays between two pages move nothing.
 */
export function weightOf(track: { uploadedAt: Date; playCount: number; likeCount: number }): number {
  const doublings = Math.floor(Math.log2(1 + (track.playCount + 2 * track.likeCount) / 4));
  return Math.floor(track.uploadedAt.getTime() / 1000) + Math.min(10, doublings) * 20 * dayInSeconds;
}

/** Below 0 if `a` stands before `b`: by place, then the heavier, then the newer. */
export const compareRanked = (a: RankedTrack, b: RankedTrack): number =>
  places.indexOf(a.place) - places.indexOf(b.place) || b.weight - a.weight || b.id - a.id;

const selectReach = prepared((on, value: ValuesOf<{ ids: number[] }>) =>
  on
    .select({
      id: tracks.id,
      uploadedAt: tracks.uploadedAt,
      playCount: tracks.playCount,
      likeCount: tracks.likeCount,
    })
    .from(tracks)
    .where(isOneOf(tracks.id, value("ids"))),
);

/** Of each track by id, as `weightOf`. */
type Weights = ReadonlyMap<number, number>;

const weightsOf = (rows: readonly (Parameters<typeof weightOf>[0] & { id: number })[]): Weights =>
  new Map(rows.map((row) => [row.id, weightOf(row)]));

/** In the order of `compareRanked`. `known` are not asked for again. */
export async function rankFound(found: readonly Found[], known: Weights = new Map()): Promise<RankedTrack[]> {
  const ids = found.map(({ id }) => id).filter((id) => !known.has(id));
  const weights = weightsOf(ids.length > 0 ? await selectReach(db, { ids }) : []);
  return found
    .map((one) => ({ ...one, weight: known.get(one.id) ?? weights.get(one.id) ?? 0 }))
    .sort(compareRanked);
}

const cacheMs = 60_000;
const cachedHottest = new Map<Audience, { hottest: Promise<Weights>; until: number }>();

/** Some 400 listed tracks that were heard most, by age (`selectHottest`), with their weights; up to a minute old. */
export function findHottest(audience: Audience): Promise<Weights> {
  const now = Date.now();
  const cached = cachedHottest.get(audience);
  if (cached && cached.until > now && cached.until <= now + cacheMs) return cached.hottest;
  const classes = Array.from({ length: classCount }, (_, index) => index);
  const where = and(authorIsApproved(), isListedFrom(audience));
  const hottest = selectHottest({ classes, limit: 4, where }).then(weightsOf);
  const fresh = { hottest, until: now + cacheMs };
  cachedHottest.set(audience, fresh);
  // A failure must not stay cached.
  hottest.catch(() => cachedHottest.get(audience) === fresh && cachedHottest.delete(audience));
  return hottest;
}

export function clearHottestCache(): void {
  cachedHottest.clear();
}
