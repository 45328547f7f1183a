import { setImmediate } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import { db } from "./client.ts";
import { dialect } from "./columns.ts";
import { tracks, users } from "./schema/index.ts";

/** Tracks fall into so many classes by `id * 73 mod 100`, the spread of the recommendation's formula (spec 2 §9). */
export const classCount = 100;

/** A track that may be recommended, with what its score is made of. */
export interface Candidate {
  id: number;
  class: number;
  playCount: number;
  likeCount: number;
  impressionCount: number;
  uploadedAt: Date;
}

// As in `tracks_recommended_index` (migration `listening_indexes`).
const trackClass =
  dialect === "postgres" ? sql`((${tracks.id}::bigint * 73) % 100)` : sql`((${tracks.id} * 73) % 100)`;

const { playCount, likeCount, impressionCount, uploadedAt } = tracks;

/**
 * What orders a class: the logarithm of the popularity, less one for each 30 days of age. As all age alike, "less age" is
 * "plus time of upload", which never changes. Tracks that nobody has met come last, by id.
 */
const heat =
  dialect === "postgres"
    ? sql`(case when ${playCount} + 2 * ${likeCount} + 0.5 * ${impressionCount} > 0 then ln((${playCount} + 2 * ${likeCount} + 0.5 * ${impressionCount})::double precision) + extract(epoch from ${uploadedAt} - timestamptz '2020-01-01 00:00:00+00')::double precision / 2592000 else -1000000::double precision end)`
    : sql`(case when ${playCount} + 2 * ${likeCount} + 0.5 * ${impressionCount} > 0 then ln(${playCount} + 2 * ${likeCount} + 0.5 * ${impressionCount}) + ${uploadedAt} / 2592000000.0 else -1000000.0 end)`;

/** Classes that are read in one query: on SQLite nothing else runs meanwhile. */
const classesAtOnce = 20;

/**
 * Of each of `classes` the first `most` visible tracks for which `where` holds (it may speak of the poster in `users`),
 * read from the index.
 */
export async function hottestOf(options: {
  classes: readonly number[];
  most: number;
  where: SQL | undefined;
}): Promise<Candidate[]> {
  const { classes, most, where } = options;
  const found: Candidate[] = [];
  for (let at = 0; at < classes.length; at += classesAtOnce) {
    const some = classes.slice(at, at + classesAtOnce).map((one) => sql.raw(String(one)));
    found.push(
      ...(await db
        .select({
          id: sql<number>`id`.mapWith(Number),
          class: sql<number>`class`.mapWith(Number),
          playCount: sql<number>`plays`.mapWith(Number),
          likeCount: sql<number>`likes`.mapWith(Number),
          impressionCount: sql<number>`impressions`.mapWith(Number),
          uploadedAt: sql<Date>`uploaded`.mapWith(uploadedAt),
        })
        .from(
          dialect === "postgres"
            ? sql`unnest(array[${sql.join(some, sql`, `)}]) as one cross join lateral (${firstOf(sql`one`, most, where)}) as first`
            : sql`(${sql.join(
                some.map((one) => sql`select * from (${firstOf(one, most, where)})`),
                sql` union all `,
              )})`,
        )),
    );
    await setImmediate();
  }
  return found;
}

/** The first of one class. */
export const firstOf = (one: SQL, most: number, where: SQL | undefined) =>
  sql`select ${tracks.id} as id, ${one} as class, ${playCount} as plays, ${likeCount} as likes, ${impressionCount} as impressions, ${uploadedAt} as uploaded
    from ${tracks} join ${users} on ${users.id} = ${tracks.userId}
    where ${tracks.isVisible} = ${sql.param(true, tracks.isVisible)} and ${trackClass} = ${one} and ${where ?? sql`1 = 1`}
    order by ${heat} desc, ${tracks.id} desc limit ${sql.raw(String(most))}`;
