import { and, eq, inArray, sql } from "drizzle-orm";
import { describeScript } from "#app/features/tracks/describe-script.ts";
import type { Track } from "#app/features/tracks/track.ts";
import { batchesOf } from "#app/lib/batches.ts";
import { db } from "#db/client.ts";
import { renditions, tracks } from "#db/schema/index.ts";
import type { Episode } from "../feed.ts";

/** What `/audio/{id}.mp3` gives. */
const kbps = 64;
/** Of a description, in characters; of the script, what is read for it. */
const longest = 400;
const readOfScript = 1200;
const atOnce = 500;

/** These tracks as episodes, in their order. What has no audio is left out. */
export async function listEpisodes(
  listed: readonly { track: Track; number: number | null }[],
): Promise<Episode[]> {
  const beginning = sql<string>`substr(${tracks.script}, 1, ${readOfScript})`;
  const parts = new Map<number, { bytes: number; script: string }>();
  for (const batch of batchesOf(listed, atOnce)) {
    const rows = await db
      .select({ id: tracks.id, bytes: renditions.bytes, script: beginning })
      .from(tracks)
      .innerJoin(renditions, and(eq(renditions.trackId, tracks.id), eq(renditions.kbps, kbps)))
      .where(
        inArray(
          tracks.id,
          batch.map(({ track }) => track.id),
        ),
      );
    for (const { id, ...part } of rows) parts.set(id, part);
  }
  return listed.flatMap(({ track, number }) => {
    const part = parts.get(track.id);
    if (!part) return [];
    return [{ track, number, description: describeScript(part.script, longest), bytes: part.bytes }];
  });
}
