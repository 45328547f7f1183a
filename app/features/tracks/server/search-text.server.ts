import { setImmediate } from "node:timers/promises";
import { and, asc, eq, gt, inArray } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { labels, trackLabels, tracks } from "#db/schema/index.ts";
import { foldText } from "#db/search/text.ts";
import { parseScript } from "../script.ts";

/**
 * The searchable text of a track: title, poster, labels and script, folded (`foldText`), one per line. Without speaker
 * marks, which are in every script.
 */
export function searchTextOf(track: {
  title: string;
  poster: string;
  labels: readonly string[];
  script: string;
}): string {
  const texts = parseScript(track.script).map(({ text }) => text);
  return foldText([track.title, track.poster, ...track.labels, ...texts].join("\n"));
}

/** Tracks per query, whose scripts are in memory together. */
const batchSize = 200;

/** Updates the searchable text of all tracks of a poster whose name is now `poster`. */
export async function reindexTracksOf(tx: Db, options: { userId: string; poster: string }): Promise<void> {
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
    const labelNames = await labelsOf(
      tx,
      batch.map(({ id }) => id),
    );
    for (const { id, title, script } of batch) {
      const searchText = searchTextOf({ title, poster, labels: labelNames.get(id) ?? [], script });
      await tx.update(tracks).set({ searchText }).where(eq(tracks.id, id)).returning({ id: tracks.id });
      // SQLite indexes each text for a while: other requests may read in between.
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
