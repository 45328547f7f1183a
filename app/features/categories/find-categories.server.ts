import { and, desc, eq, exists, gt, not, type SQL } from "drizzle-orm";
import { isPublic } from "#app/features/tracks/server/track-visibility.server.ts";
import { db } from "#db/client.ts";
import { prepared, type ValuesOf } from "#db/prepared.ts";
import { labels, trackLabels, tracks, users } from "#db/schema/index.ts";
import { contains, foldText, startsWith } from "#db/search/text.ts";
import type { CategoryReply } from "./category.ts";

/** Number of the most used categories that are scanned for names that contain the text. */
const maxScanned = 5000;

/**
 * Suggestions while typing: categories whose name begins with the text, then those that contain it (both folded), the
 * most used first. The most used ones of all for an empty text.
 */
export async function searchCategories(options: { query: string; limit: number }): Promise<CategoryReply[]> {
  const { limit } = options;
  const query = foldText(options.query).trim();
  if (query === "") return findMostUsed(undefined, limit);
  const begins = startsWith(labels.folded, query);
  const first = await findMostUsed(begins, limit);
  if (first.length === limit) return first;
  const used = db
    .select({ name: labels.name, folded: labels.folded, usageCount: labels.usageCount, id: labels.id })
    .from(labels)
    .orderBy(desc(labels.usageCount), desc(labels.id))
    .limit(maxScanned)
    .as("used");
  const others = await db
    .select({ name: used.name, usageCount: used.usageCount })
    .from(used)
    .where(and(contains(used.folded, query), not(startsWith(used.folded, query))))
    .orderBy(desc(used.usageCount), desc(used.id))
    .limit(limit - first.length);
  return [...first, ...others];
}

const findMostUsed = (where: SQL | undefined, limit: number) =>
  db
    .select({ name: labels.name, usageCount: labels.usageCount })
    .from(labels)
    .where(where)
    .orderBy(desc(labels.usageCount), desc(labels.id))
    .limit(limit);

const selectUsed = prepared((on, value: ValuesOf<{ limit: number }>) => {
  const hasPublicTracks = exists(
    on
      .select({ id: trackLabels.trackId })
      .from(trackLabels)
      .innerJoin(tracks, eq(tracks.id, trackLabels.trackId))
      .innerJoin(users, eq(users.id, tracks.userId))
      .where(and(eq(trackLabels.labelId, labels.id), isPublic)),
  );
  return on
    .select({ name: labels.name, usageCount: labels.usageCount })
    .from(labels)
    .where(and(gt(labels.usageCount, 0), hasPublicTracks))
    .orderBy(desc(labels.usageCount), desc(labels.id))
    .limit(value("limit"));
});

/** Categories that have public tracks, the most used first. */
export const listTrackCategories = (limit: number): Promise<CategoryReply[]> => selectUsed(db, { limit });
