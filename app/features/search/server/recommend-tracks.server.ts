import { and } from "drizzle-orm";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { selectTracks, withLabels } from "#app/features/tracks/server/select-tracks.server.ts";
import {
  type Audience,
  audienceOf,
  isListedFor,
  isListedFrom,
} from "#app/features/tracks/server/track-listing.server.ts";
import { authorIsApproved } from "#app/features/tracks/server/track-visibility.server.ts";
import type { Track } from "#app/features/tracks/track.ts";
import { db } from "#db/client.ts";
import { isOneOf, prepared, type ValuesOf } from "#db/prepared.ts";
import { tracks } from "#db/schema/index.ts";
import { type Candidate, classCount, selectHottest } from "#db/search/recommended-tracks.ts";

export const recommendedCount = 20;
/** Ranked beyond them, to replace tracks that are hidden while the ranking is cached. */
const spareCount = 20;
const cacheMs = 60_000;
const dayMs = 24 * 60 * 60 * 1000;

const prepareListed = (audience: Audience) =>
  prepared((on, value: ValuesOf<{ ids: number[] }>) =>
    selectTracks(on).where(and(isOneOf(tracks.id, value("ids")), isListedFor(audience))),
  );
const selectListed = { members: prepareListed("members"), visitors: prepareListed("visitors") };

const cachedRankings = new Map<Audience, { ids: Promise<number[]>; until: number }>();

/**
 * おすすめ: of the public tracks that `viewer` is shown in lists (`isListedFor`) the 20 with the highest scores (`scoreOf`),
 * equal ones by descending id. The ranking is up to a minute old; the tracks themselves are read now. `now` in ms.
 */
export async function recommendTracks(options: {
  viewer: Pick<Viewer, "state"> | null;
  now?: number;
}): Promise<Track[]> {
  const audience = audienceOf(options.viewer);
  const ids = await cachedRanking(audience, options.now ?? Date.now());
  const found = new Map((await selectListed[audience](db, { ids })).map((track) => [track.id, track]));
  const shown = ids.map((id) => found.get(id)).filter((track) => track !== undefined);
  return withLabels(shown.slice(0, recommendedCount));
}

function cachedRanking(audience: Audience, now: number): Promise<number[]> {
  const cached = cachedRankings.get(audience);
  if (cached && cached.until > now && cached.until <= now + cacheMs) return cached.ids;
  const ids = rankTracks({ audience, now, count: recommendedCount + spareCount });
  const fresh = { ids, until: now + cacheMs };
  cachedRankings.set(audience, fresh);
  // A failure is not cached.
  ids.catch(() => cachedRankings.get(audience) === fresh && cachedRankings.delete(audience));
  return ids;
}

/** Makes the next call compute the ranking again. */
export function clearRankingCache(): void {
  cachedRankings.clear();
}

/** Score: (plays + 2 likes + 0.5 impressions) · exp(−age in days / 30) + (id · 73 mod 100) / 10; the age is at least 1. */
export function scoreOf(track: Omit<Candidate, "class">, now: number): number {
  return (
    popularity(track, Math.max(1, (now - track.uploadedAt.getTime()) / dayMs)) + ((track.id * 73) % 100) / 10
  );
}

function popularity(track: Omit<Candidate, "class">, ageDays: number): number {
  return (track.playCount + 2 * track.likeCount + 0.5 * track.impressionCount) * Math.exp(-ageDays / 30);
}

/**
 * Ids of the `count` tracks listed for `audience` with the highest scores. Exact, and independent of the number of tracks: within a
 * class (id · 73 mod 100) the index is in the order of the scores, except that tracks younger than a day are too far at
 * the front. So no track after the ones read from a class can score more than the last of these at its true age
 * (`scoreBound`); a class is read further only while that bound exceeds the lowest score among the best `count`.
 */
export async function rankTracks(options: {
  audience: Audience;
  now: number;
  count: number;
}): Promise<number[]> {
  const { audience, now, count } = options;
  const where = and(authorIsApproved(), isListedFrom(audience));
  const found = new Map<number, Candidate[]>();
  let openClasses = Array.from({ length: classCount }, (_, index) => index);
  for (let limit = 4; openClasses.length > 0; limit *= 4) {
    const rows = Map.groupBy(
      await selectHottest({ classes: openClasses, limit, where }),
      (candidate) => candidate.class,
    );
    for (const id of openClasses) found.set(id, rows.get(id) ?? []);
    const best = rank([...found.values()].flat(), now).slice(0, count);
    const minScore = best.length < count ? Number.NEGATIVE_INFINITY : (best.at(-1)?.score ?? 0);
    openClasses = openClasses.filter((id) => {
      const read = found.get(id) ?? [];
      return read.length === limit && Math.min(...read.map((track) => scoreBound(track, now))) > minScore;
    });
  }
  return rank([...found.values()].flat(), now)
    .slice(0, count)
    .map(({ id }) => id);
}

/** Upper bound of the scores of the tracks after `track` in its class. */
const scoreBound = (track: Candidate, now: number) =>
  popularity(track, (now - track.uploadedAt.getTime()) / dayMs) + track.class / 10;

function rank(candidates: Candidate[], now: number): { id: number; score: number }[] {
  return candidates
    .map((candidate) => ({ id: candidate.id, score: scoreOf(candidate, now) }))
    .sort((a, b) => b.score - a.score || b.id - a.id);
}
