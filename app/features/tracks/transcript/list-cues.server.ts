import { asc, eq } from "drizzle-orm";
import { db } from "#db/client.ts";
import { transcriptCues } from "#db/schema/index.ts";
import type { Cue } from "../track.ts";

/** The lines of a track's transcript in their order. */
export function listCues(trackId: number): Promise<Cue[]> {
  const { speaker, text, startMs, endMs } = transcriptCues;
  return db
    .select({ speaker, text, startMs, endMs })
    .from(transcriptCues)
    .where(eq(transcriptCues.trackId, trackId))
    .orderBy(asc(transcriptCues.position));
}
