import { and, inArray, isNotNull } from "drizzle-orm";
import { db } from "#db/client.ts";
import { transcriptCues } from "#db/schema/index.ts";

/** Which of these tracks have chapters: sections of their script. */
export async function findTracksWithChapters(trackIds: readonly number[]): Promise<number[]> {
  if (trackIds.length === 0) return [];
  const rows = await db
    .selectDistinct({ id: transcriptCues.trackId })
    .from(transcriptCues)
    .where(and(inArray(transcriptCues.trackId, [...trackIds]), isNotNull(transcriptCues.section)));
  return rows.map(({ id }) => id);
}
