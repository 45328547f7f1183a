import { and, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import { isListedFor } from "#app/features/tracks/server/track-listing.server.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { db } from "#db/client.ts";
import { prepared, type ValuesOf } from "#db/prepared.ts";
import { noIndexHint } from "#db/query-plans.ts";
import { tracks, users } from "#db/schema/index.ts";

const cacheMs = 60_000;
const emptyCacheMs = 5000;
/** Bounds the search for tracks of the right authors. */
const maxCandidates = 1000;
/** Spares replace tracks that are hidden in the meantime. */
const rememberedCount = 5;

/** Ids of tracks by how often members have saved them (likes, places in playlists), then by age, the newest first. */
export interface MostSaved {
  /** Of the last seven days, by authors with three public tracks that an operator has reviewed. */
  ofWeek: readonly number[];
  /** By authors with three public tracks older than a day. */
  ofAll: readonly number[];
}

let remembered: { found: MostSaved; until: number } | undefined;

/** The most saved tracks of public lists, up to a minute old. */
export async function findMostSaved(now: Date = new Date()): Promise<MostSaved> {
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

const saveCount = sql`(${tracks.likeCount} + ${tracks.bookmarkCount})`;

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
    .where(
      and(isListedFor("visitors"), sql`${saveCount} > 0`, hasThirdTrack(sql`other.reviewed_at is not null`)),
    )
    .orderBy(desc(saveCount), desc(tracks.id))
    .limit(rememberedCount);
});

const selectOfAll = prepared((on, value: ValuesOf<{ before: Date }>) => {
  const best = on
    .select({ id: tracks.id })
    .from(tracks)
    .orderBy(desc(saveCount), desc(tracks.id))
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
    .orderBy(desc(saveCount), desc(tracks.id))
    .limit(rememberedCount);
});

/** Whether the author has three public tracks that meet `rule`, which calls them `other`. */
function hasThirdTrack(rule: SQL): SQL {
  const isVisible = noIndexHint(sql`other.is_visible = ${sql.param(true, tracks.isVisible)}`);
  return sql`(select other.id from ${tracks} as other where other.user_id = ${tracks.userId} and ${isVisible} and ${rule}
    order by other.uploaded_at, other.id limit 1 offset 2) is not null`;
}
