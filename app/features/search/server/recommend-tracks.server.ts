import { and, inArray } from "drizzle-orm";
import { selectTracks, withLabels } from "#app/features/tracks/server/select-tracks.server.ts";
import { isPublic, postedByMember } from "#app/features/tracks/server/visible-to.server.ts";
import type { Track } from "#app/features/tracks/track.ts";
import { type Candidate, classCount, hottestOf } from "#db/recommended-order.ts";
import { tracks } from "#db/schema/index.ts";

/** おすすめ: so many tracks (spec 2 §9). */
export const recommendedCount = 20;
/** Kept beyond them, for those that are hidden meanwhile. */
const spare = 20;
const keptMs = 60_000;
const dayMs = 24 * 60 * 60 * 1000;

let kept: { ids: Promise<number[]>; until: number } | undefined;

/**
 * おすすめ: the 20 public tracks with the highest scores (spec 2 §9), the newer id first where they are equal. The ranking
 * is up to a minute old, what it shows of the tracks is not. `now` in ms.
 */
export async function recommendTracks(now: number = Date.now()): Promise<Track[]> {
  if (!kept || kept.until <= now || kept.until > now + keptMs) {
    const fresh = { ids: rankTracks({ now, count: recommendedCount + spare }), until: now + keptMs };
    kept = fresh;
    // Not kept when it fails.
    fresh.ids.catch(() => kept === fresh && forgetRanking());
  }
  const ids = await kept.ids;
  const found = new Map(
    (await selectTracks().where(and(inArray(tracks.id, ids), isPublic))).map((track) => [track.id, track]),
  );
  const shown = ids.map((id) => found.get(id)).filter((track) => track !== undefined);
  return withLabels(shown.slice(0, recommendedCount));
}

/** Has the next call rank anew. */
export function forgetRanking(): void {
  kept = undefined;
}

/** (plays + 2 likes + 0.5 impressions) · exp(−age in days / 30) + (id · 73 mod 100) / 10, the age a day at least. */
export function scoreOf(track: Omit<Candidate, "class">, now: number): number {
  return (
    decayed(track, Math.max(1, (now - track.uploadedAt.getTime()) / dayMs)) + ((track.id * 73) % 100) / 10
  );
}

function decayed(track: Omit<Candidate, "class">, ageDays: number): number {
  return (track.playCount + 2 * track.likeCount + 0.5 * track.impressionCount) * Math.exp(-ageDays / 30);
}

/**
 * Ids of the `count` public tracks with the highest scores. Exact, and as quick with a million tracks: within a class of
 * id · 73 mod 100 the index has them in the order of their scores, but for those younger than a day, whose place is
 * too good. So nothing beyond the first few of a class scores more than the last of these at its true age, and a class
 * is read further while that could be enough.
 */
export async function rankTracks({ now, count }: { now: number; count: number }): Promise<number[]> {
  const found = new Map<number, Candidate[]>();
  let open = Array.from({ length: classCount }, (_, one) => one);
  for (let most = 4; open.length > 0; most *= 4) {
    const rows = Map.groupBy(
      await hottestOf({ classes: open, most, where: postedByMember() }),
      (candidate) => candidate.class,
    );
    for (const one of open) found.set(one, rows.get(one) ?? []);
    const best = ranked([...found.values()].flat(), now).slice(0, count);
    const least = best.length < count ? Number.NEGATIVE_INFINITY : (best.at(-1)?.score ?? 0);
    open = open.filter((one) => {
      const read = found.get(one) ?? [];
      return read.length === most && Math.min(...read.map((track) => boundOf(track, now))) > least;
    });
  }
  return ranked([...found.values()].flat(), now)
    .slice(0, count)
    .map(({ id }) => id);
}

/** What no track behind `track` in its class can exceed. */
const boundOf = (track: Candidate, now: number) =>
  decayed(track, (now - track.uploadedAt.getTime()) / dayMs) + track.class / 10;

function ranked(candidates: Candidate[], now: number): { id: number; score: number }[] {
  return candidates
    .map((candidate) => ({ id: candidate.id, score: scoreOf(candidate, now) }))
    .sort((a, b) => b.score - a.score || b.id - a.id);
}
