import { and, asc, eq } from "drizzle-orm";
import { db } from "#db/client.ts";
import { transcriptCues } from "#db/schema/index.ts";
import { mayHearWhole, type TrackViewer } from "../opening.ts";
import { isInOpening } from "../server/public-scripts.server.ts";
import type { Cue } from "../track.ts";

/** The lines of a track's transcript that the viewer may read, in their order. The caller checks that the track is visible. */
export function listCues(options: {
  viewer: TrackViewer;
  track: { id: number; userId: string; isPremiumOnly: boolean };
}): Promise<Cue[]> {
  const { viewer, track } = options;
  const { speaker, text, startMs, endMs } = transcriptCues;
  return db
    .select({ speaker, text, startMs, endMs })
    .from(transcriptCues)
    .where(and(eq(transcriptCues.trackId, track.id), mayHearWhole(viewer, track) ? undefined : isInOpening))
    .orderBy(asc(transcriptCues.position));
}
