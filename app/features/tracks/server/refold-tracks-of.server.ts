import { setImmediate } from "node:timers/promises";
import { and, asc, eq, gt, inArray } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { labels, trackLabels, tracks } from "#db/schema/index.ts";
import { searchTextOf } from "../search-text.ts";

/** Tracks read at once: their scripts are in memory. */
const batchSize = 200;

/** Puts a poster's new name into what the search reads of their tracks. */
export async function refoldTracksOf(tx: Db, options: { userId: string; poster: string }): Promise<void> {
  const { userId, poster } = options;
  let after = 0;
  for (;;) {
    const batch = await tx
      .select({ id: tracks.id, title: tracks.title, script: tracks.script })
      .from(tracks)
      .where(and(eq(tracks.userId, userId), gt(tracks.id, after)))
      .orderBy(asc(tracks.id))
      .limit(batchSize);
    const last = batch.at(-1);
    if (!last) return;
    const names = await labelsOf(
      tx,
      batch.map(({ id }) => id),
    );
    for (const { id, title, script } of batch) {
      const searchText = searchTextOf({ title, poster, labels: names.get(id) ?? [], script });
      await tx.update(tracks).set({ searchText }).where(eq(tracks.id, id)).returning({ id: tracks.id });
      // The index of each text takes SQLite a while: readers have their turn, other writers wait for the transaction anyway.
      await setImmediate();
    }
    after = last.id;
  }
}

async function labelsOf(tx: Db, trackIds: number[]): Promise<Map<number, string[]>> {
  const rows = await tx
    .select({ trackId: trackLabels.trackId, name: labels.name })
    .from(trackLabels)
    .innerJoin(labels, eq(labels.id, trackLabels.labelId))
    .where(inArray(trackLabels.trackId, trackIds))
    .orderBy(asc(trackLabels.trackId), asc(trackLabels.position));
  const found = new Map<number, string[]>();
  for (const { trackId, name } of rows) found.set(trackId, [...(found.get(trackId) ?? []), name]);
  return found;
}
