import { and, desc, gt, sql } from "drizzle-orm";
import { isPublic } from "#app/features/tracks/server/visible-to.server.ts";
import { db } from "#db/client.ts";
import { labels, trackLabels, tracks, users } from "#db/schema/index.ts";
import type { Category } from "./category.ts";

/** Categories that public tracks carry, the most used first. */
export function listTrackCategories(limit: number): Promise<Category[]> {
  const isHeard = sql`exists (select 1 from ${trackLabels} join ${tracks} on ${tracks.id} = ${trackLabels.trackId}
    join ${users} on ${users.id} = ${tracks.userId} where ${trackLabels.labelId} = ${labels.id} and ${isPublic})`;
  return db
    .select({ name: labels.name, usageCount: labels.usageCount })
    .from(labels)
    .where(and(gt(labels.usageCount, 0), isHeard))
    .orderBy(desc(labels.usageCount), desc(labels.id))
    .limit(limit);
}
