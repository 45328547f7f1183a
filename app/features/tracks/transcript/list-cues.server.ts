import { and, asc, eq, type SQL } from "drizzle-orm";
import { db } from "#db/client.ts";
import { prepared, type ValuesOf } from "#db/prepared.ts";
import { transcriptCues } from "#db/schema/index.ts";
import { mayHearWhole, type TrackViewer } from "../opening.ts";
import { isInOpening } from "../server/public-scripts.server.ts";
import type { Cue } from "../track.ts";

const prepareCues = (where?: SQL) =>
  prepared((on, value: ValuesOf<{ trackId: number }>) => {
    const { speaker, text, startMs, endMs } = transcriptCues;
    return on
      .select({ speaker, text, startMs, endMs })
      .from(transcriptCues)
      .where(and(eq(transcriptCues.trackId, value("trackId")), where))
      .orderBy(asc(transcriptCues.position));
  });
const selectCues = prepareCues();
const selectOpeningCues = prepareCues(isInOpening);

/** The lines of a track's transcript that the viewer may read, in their order. The caller checks that the track is visible. */
export function listCues(options: {
  viewer: TrackViewer;
  track: { id: number; userId: string; isPremiumOnly: boolean };
}): Promise<Cue[]> {
  const { viewer, track } = options;
  const select = mayHearWhole(viewer, track) ? selectCues : selectOpeningCues;
  return select(db, { trackId: track.id });
}
