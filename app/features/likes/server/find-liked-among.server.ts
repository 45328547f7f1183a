import { and, eq, inArray } from "drizzle-orm";
import { db } from "#db/client.ts";
import { likes } from "#db/schema/index.ts";

/** Which of the tracks on a page `viewer` likes, with one query; none for a visitor. */
export async function findLikedAmong(options: {
  viewer: { id: string } | null;
  trackIds: number[];
}): Promise<Set<number>> {
  const { viewer, trackIds } = options;
  if (!viewer || trackIds.length === 0) return new Set();
  const rows = await db
    .select({ trackId: likes.trackId })
    .from(likes)
    .where(and(eq(likes.userId, viewer.id), inArray(likes.trackId, trackIds)));
  return new Set(rows.map(({ trackId }) => trackId));
}
