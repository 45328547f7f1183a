import { setImmediate } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import { db } from "../client.ts";
import { dialect } from "../columns.ts";
import { tracks, users } from "../schema/index.ts";

/** `id * 73 mod 100`, as in the recommendation's formula. */
export const classCount = 100;

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
 * Order within a class: ln(plays + 2 × likes + 0.5 × impressions) minus one per 30 days of age. Since all age alike, the
 * unchanging upload time is added instead. Tracks without counts come last, by id.
 */
const popularity =
  dialect === "postgres"
    ? sql`(case when ${playCount} + 2 * ${likeCount} + 0.5 * ${impressionCount} > 0 then ln((${playCount} + 2 * ${likeCount} + 0.5 * ${impressionCount})::double precision) + extract(epoch from ${uploadedAt} - timestamptz '2020-01-01 00:00:00+00')::double precision / 2592000 else -1000000::double precision end)`
    : sql`(case when ${playCount} + 2 * ${likeCount} + 0.5 * ${impressionCount} > 0 then ln(${playCount} + 2 * ${likeCount} + 0.5 * ${impressionCount}) + ${uploadedAt} / 2592000000.0 else -1000000.0 end)`;

/** Per query: on SQLite a query blocks the event loop. */
const classesPerQuery = 20;

/** The first `limit` visible tracks of each class that meet `where` (on `tracks` and the author in `users`), from the index. */
export async function selectHottest(options: {
  classes: readonly number[];
  limit: number;
  where: SQL | undefined;
}): Promise<Candidate[]> {
  const { classes, limit, where } = options;
  const found: Candidate[] = [];
  for (let at = 0; at < classes.length; at += classesPerQuery) {
    const some = classes.slice(at, at + classesPerQuery).map((one) => sql.raw(String(one)));
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
            ? sql`unnest(array[${sql.join(some, sql`, `)}]) as one cross join lateral (${topOfClass(sql`one`, limit, where)}) as first`
            : sql`(${sql.join(
                some.map((one) => sql`select * from (${topOfClass(one, limit, where)})`),
                sql` union all `,
              )})`,
        )),
    );
    await setImmediate();
  }
  return found;
}

const topOfClass = (one: SQL, limit: number, where: SQL | undefined) =>
  sql`select ${tracks.id} as id, ${one} as class, ${playCount} as plays, ${likeCount} as likes, ${impressionCount} as impressions, ${uploadedAt} as uploaded
    from ${tracks} join ${users} on ${users.id} = ${tracks.userId}
    where ${tracks.isVisible} = ${sql.param(true, tracks.isVisible)} and ${trackClass} = ${one} and ${where ?? sql`1 = 1`}
    order by ${popularity} desc, ${tracks.id} desc limit ${sql.raw(String(limit))}`;
