import { randomUUID } from "node:crypto";
import { and, desc, eq } from "drizzle-orm";
import { coverSeedOf } from "#app/features/covers/cover.ts";
import { createDistinctCoverId, type Neighbour } from "#app/features/covers/distinct-cover.ts";
import { listTracks, listTracksOf } from "#app/features/tracks/server/list-tracks.server.ts";
import { primary } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";

/**
 * The id of a new preview task. The cover is drawn by the id (`coverSeedOf`). It must look unlike its neighbours: the author's last
 * one, published or not, and the newest of the site.
 */
export async function createPreviewId(o: { userId: string; labels: readonly string[] }): Promise<string> {
  const { userId, labels } = o;
  const [tasks, own, all] = await Promise.all([
    primary
      .select({ id: audioTasks.id, labels: audioTasks.labels })
      .from(audioTasks)
      .where(and(eq(audioTasks.userId, userId), eq(audioTasks.kind, "preview")))
      .orderBy(desc(audioTasks.createdAt))
      .limit(1),
    listTracksOf({ userId, viewer: { id: userId }, limit: 1 }),
    listTracks({ viewer: null, limit: 1 }),
  ]);
  const made = tasks.map(({ id, labels }): Neighbour => ({ coverId: coverSeedOf(id), labels: labels ?? [] }));
  return createDistinctCoverId({
    createId: randomUUID,
    labels,
    neighbours: [...made, ...own.tracks, ...all.tracks],
  });
}
