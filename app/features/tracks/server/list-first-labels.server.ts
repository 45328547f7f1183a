import { and, eq, inArray } from "drizzle-orm";
import { db } from "#db/client.ts";
import { labels, trackLabels } from "#db/schema/index.ts";

/** The first label of each of these tracks, which gives a cover its colours; tracks without labels are not in the map. */
export async function listFirstLabels(trackIds: readonly number[]): Promise<Map<number, string>> {
  if (trackIds.length === 0) return new Map();
  const rows = await db
    .select({ trackId: trackLabels.trackId, name: labels.name })
    .from(trackLabels)
    .innerJoin(labels, eq(labels.id, trackLabels.labelId))
    .where(and(inArray(trackLabels.trackId, [...new Set(trackIds)]), eq(trackLabels.position, 0)));
  return new Map(rows.map(({ trackId, name }) => [trackId, name]));
}
