import { inArray, type SQLWrapper } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { held } from "#db/held.ts";
import { labels, trackLabels } from "#db/schema/index.ts";

/**
 * Holds the labels of these tracks (ids, or a query for them) until `tx` ends. Whoever deletes tracks does so first: each of
 * their labels is counted down, in whatever order the rows go.
 */
export async function holdLabelsOf(tx: Db, trackIds: number[] | SQLWrapper): Promise<void> {
  const theirs = tx
    .select({ id: trackLabels.labelId })
    .from(trackLabels)
    .where(inArray(trackLabels.trackId, trackIds));
  await held(
    tx.select({ id: labels.id }).from(labels).where(inArray(labels.id, theirs)).orderBy(labels.id),
    "no key update",
  );
}
