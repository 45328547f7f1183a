import { and } from "drizzle-orm";
import { authorIsApproved } from "#app/features/access/track-visibility.server.ts";
import { notBlockedBy } from "#app/features/blocks/is-blocked.server.ts";
import type { ListViewer } from "#app/features/tracks/server/list-tracks.server.ts";
import { selectTracks, withLabels } from "#app/features/tracks/server/select-tracks.server.ts";
import {
  type Audience,
  audienceOf,
  isListedFor,
  isListedFrom,
} from "#app/features/tracks/server/track-listing.server.ts";
import type { Track } from "#app/features/tracks/track.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { db } from "#db/client.ts";
import { isOneOf, prepared, type ValuesOf } from "#db/prepared.ts";
import { tracks } from "#db/schema/index.ts";
import { type Candidate, classCount, selectHottest } from "#db/search/recommended-tracks.ts";

export const recommendedCount = 20;
/** Replace tracks that are hidden while the ranking is cached. */
const spareCount = 20;
const cacheMs = 60_000;

const prepareListed = (audience: Audience, blocksAnyone: boolean) =>
  prepared((on, value: ValuesOf<{ ids: number[]; viewerId: string }>) =>
    selectTracks(on).where(
      and(
        isOneOf(tracks.id, value("ids")),
        isListedFor(audience),
        notBlockedBy({ id: value("viewerId"), blocksAnyone }, tracks.userId),
      ),
    ),
  );
const selectListed = { members: prepareListed("members", false), visitors: prepareListed("visitors", false) };
const selectWithoutBlocked = {
  members: prepareListed("members", true),
  visitors: prepareListed("visitors", true),
};

const cachedRankings = new Map<Audience, { ids: Promise<number[]>; until: number }>();

/**
 * おすすめ: the 20 listed tracks (`isListedFor`) with the highest `scoreOf`, equal ones by descending id, without those whom the
 * viewer blocks. The ranking is up to a minute old, the tracks are current. `now` in ms.
 */
export async function recommendTracks(options: {
  viewer: ListViewer | null;
  now?: number;
}): Promise<Track[]> {
  const { viewer } = options;
  const audience = audienceOf(viewer);
  const ids = await cachedRanking(audience, options.now ?? Date.now());
  const select = (viewer?.blocksAnyone ? selectWithoutBlocked : selectListed)[audience];
  const rows = await select(db, { ids, viewerId: viewer?.id ?? "" });
  const found = new Map(rows.map((track) => [track.id, track]));
  const shown = ids.map((id) => found.get(id)).filter((track) => track !== undefined);
  return withLabels(shown.slice(0, recommendedCount));
}

function cachedRanking(audience: Audience, now: number): Promise<number[]> {
  const cached = cachedRankings.get(audience);
  if (cached && cached.until > now && cached.until <= now + cacheMs) return cached.ids;
  const ids = rankTracks({ audience, now, count: recommendedCount + spareCount });
  const fresh = { ids, until: now + cacheMs };
  cachedRankings.set(audience, fresh);
  // A failure must not stay cached.
  ids.catch(() => cachedRankings.get(audience) === fresh && cachedRankings.delete(audience));
  return ids;
}

export function clearRankingCache(): void {
  cachedRankings.clear();
}

/** (plays + 2 likes + 0.5 impressions) · exp(−age in days / 30) + (id · 73 mod 100) / 10; the age is at least 1. */
export function scoreOf(track: Omit<Candidate, "class">, now: number): number {
  return (
    popularity(track, Math.max(1, (now - track.uploadedAt.getTime()) / dayMs)) + ((track.id * 73) % 100) / 10
  );
}

function popularity(track: Omit<Candidate, "class">, ageDays: number): number {
  return (track.playCount + 2 * track.likeCount + 0.5 * track.impressionCount) * Math.exp(-ageDays / 30);
}

/**
 * The ids with the highest scores, exact, at a cost independent of the number of tracks. Within a class (id · 73 mod 100) the
 * index is in score order, except for tracks younger than a day, which stand too far in front. So what follows in a class
 * scores at most what its last read track scores at its true age (`scoreBound`), and a class is read on only while that exceeds
 * the lowest of the best `count`.
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

/** Upper bound for the tracks after `track` in its class. */
const scoreBound = (track: Candidate, now: number) =>
  popularity(track, (now - track.uploadedAt.getTime()) / dayMs) + track.class / 10;

function rank(candidates: Candidate[], now: number): { id: number; score: number }[] {
  return candidates
    .map((candidate) => ({ id: candidate.id, score: scoreOf(candidate, now) }))
    .sort((a, b) => b.score - a.score || b.id - a.id);
}
