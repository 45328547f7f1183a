import { and, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import { isListedFor } from "#app/features/tracks/server/track-listing.server.ts";
import { db } from "#db/client.ts";
import { prepared, type ValuesOf } from "#db/prepared.ts";
import { noIndexHint } from "#db/query-plans.ts";
import { tracks, users } from "#db/schema/index.ts";

const dayMs = 24 * 60 * 60 * 1000;
/** For so long the best kept tracks are not looked for again (ms), and where there were none. */
const cacheMs = 60_000;
const emptyCacheMs = 5000;
/** Tracks of all authors among which those of the right authors are looked for. */
const maxCandidates = 1000;
/** How many are remembered: one that is hidden meanwhile is replaced by the next. */
const rememberedCount = 5;

/** Ids of tracks that members keep (likes and places in playlists), the best first, the newest of equal ones. */
export interface BestKept {
  /** Published in the last seven days, kept by somebody, by authors of whom an operator has reviewed three public tracks. */
  ofWeek: readonly number[];
  /** Of all times, by authors of whom three public tracks are older than a day. */
  ofAll: readonly number[];
}

let remembered: { found: BestKept; until: number } | undefined;

/** The best kept tracks that visitors are shown in lists, up to a minute old. */
export async function findBestKept(now: Date = new Date()): Promise<BestKept> {
  const at = now.getTime();
  if (!remembered || remembered.until <= at || remembered.until > at + cacheMs) {
    const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);
    const found = {
      ofWeek: ids(await selectOfWeek(db, { since: new Date(at - 7 * dayMs) })),
      ofAll: ids(await selectOfAll(db, { before: new Date(at - dayMs) })),
    };
    remembered = { found, until: at + (found.ofAll.length > 0 ? cacheMs : emptyCacheMs) };
  }
  return remembered.found;
}

const kept = sql`(${tracks.likeCount} + ${tracks.bookmarkCount})`;

const selectOfWeek = prepared((on, value: ValuesOf<{ since: Date }>) => {
  const recent = on
    .select({ id: tracks.id })
    .from(tracks)
    .where(
      and(eq(tracks.isVisible, true), gt(tracks.uploadedAt, sql.param(value("since"), tracks.uploadedAt))),
    )
    .orderBy(desc(tracks.uploadedAt), desc(tracks.id))
    .limit(maxCandidates)
    .as("recent");
  return on
    .select({ id: tracks.id })
    .from(recent)
    .innerJoin(tracks, eq(tracks.id, recent.id))
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(and(isListedFor("visitors"), sql`${kept} > 0`, hasThirdTrack(sql`other.reviewed_at is not null`)))
    .orderBy(desc(kept), desc(tracks.id))
    .limit(rememberedCount);
});

const selectOfAll = prepared((on, value: ValuesOf<{ before: Date }>) => {
  const best = on
    .select({ id: tracks.id })
    .from(tracks)
    .orderBy(desc(kept), desc(tracks.id))
    .limit(maxCandidates)
    .as("best");
  return on
    .select({ id: tracks.id })
    .from(best)
    .innerJoin(tracks, eq(tracks.id, best.id))
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(
      and(
        isListedFor("visitors"),
        hasThirdTrack(sql`other.uploaded_at < ${sql.param(value("before"), tracks.uploadedAt)}`),
      ),
    )
    .orderBy(desc(kept), desc(tracks.id))
    .limit(rememberedCount);
});

/** That there are three public tracks of the author of which `rule` holds; it names them `other`. */
function hasThirdTrack(rule: SQL): SQL {
  const isVisible = noIndexHint(sql`other.is_visible = ${sql.param(true, tracks.isVisible)}`);
  return sql`(select other.id from ${tracks} as other where other.user_id = ${tracks.userId} and ${isVisible} and ${rule}
    order by other.uploaded_at, other.id limit 1 offset 2) is not null`;
}
