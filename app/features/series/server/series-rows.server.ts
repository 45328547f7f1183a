import { and, asc, eq } from "drizzle-orm";
import { NotFound } from "#app/features/domain-error.ts";
import { type Db, primary } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { series, seriesEpisodes } from "#db/schema/index.ts";

export type Series = typeof series.$inferSelect;
export type Episode = typeof seriesEpisodes.$inferSelect;

/** `number`: place among those that were not dropped, from 1; null for a dropped one. */
export interface NumberedEpisode extends Episode {
  number: number | null;
}

const seriesNotFound = () => new NotFound("連続番組が見つかりません");

/** Locks until `tx` ends; call `lockMember` before. Throws `NotFound`. */
export async function lockSeries(tx: Db, o: { userId: string; seriesId: number }): Promise<Series> {
  const own = and(eq(series.id, o.seriesId), eq(series.userId, o.userId));
  const [row] = await forUpdate(tx.select().from(series).where(own), "no key update");
  if (!row) throw seriesNotFound();
  return row;
}

/** Throws `NotFound` for another member's. */
export async function findSeriesRow(o: { viewer: { id: string }; seriesId: number }): Promise<Series> {
  const [row] = await primary
    .select()
    .from(series)
    .where(and(eq(series.id, o.seriesId), eq(series.userId, o.viewer.id)));
  if (!row) throw seriesNotFound();
  return row;
}

export async function readEpisodes(on: Db, seriesId: number): Promise<NumberedEpisode[]> {
  const rows = await on
    .select()
    .from(seriesEpisodes)
    .where(eq(seriesEpisodes.seriesId, seriesId))
    .orderBy(asc(seriesEpisodes.position));
  let number = 0;
  return rows.map((episode) => ({
    ...episode,
    number: episode.state === "dropped" ? null : ++number,
  }));
}
