import { and, asc, eq, inArray, isNotNull, min, or, type SQL, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { prepared, type ValuesOf } from "#db/prepared.ts";
import { transcriptCues } from "#db/schema/index.ts";
import { hasFullAccess, type TrackViewer } from "../excerpt.ts";
import { isInExcerpt } from "../server/public-scripts.server.ts";
import type { Cue } from "../track.ts";

const prepareCues = (where?: SQL) =>
  prepared((on, value: ValuesOf<{ trackId: number }>) => {
    const { position, speaker, text, startMs, endMs, turn, section } = transcriptCues;
    return on
      .select({ position, speaker, text, startMs, endMs, turn, section })
      .from(transcriptCues)
      .where(and(eq(transcriptCues.trackId, value("trackId")), where))
      .orderBy(asc(position));
  });
const selectCues = prepareCues();
const selectExcerptCues = prepareCues(isInExcerpt);

/** The sentences that the viewer may read, in order. The caller checks that the track is visible. */
export async function listCues(options: {
  viewer: TrackViewer;
  track: { id: number; userId: string; isPremiumOnly: boolean };
}): Promise<Cue[]> {
  const { viewer, track } = options;
  const select = hasFullAccess(viewer, track) ? selectCues : selectExcerptCues;
  const rows = await select(db, { trackId: track.id });
  return rows.map(({ position, ...cue }) => ({ ...cue, turn: cue.turn ?? position }));
}

/** Which of these tracks have chapters. */
export async function findTracksWithChapters(trackIds: readonly number[]): Promise<number[]> {
  if (trackIds.length === 0) return [];
  const rows = await db
    .selectDistinct({ id: transcriptCues.trackId })
    .from(transcriptCues)
    .where(and(inArray(transcriptCues.trackId, [...trackIds]), isNotNull(transcriptCues.section)));
  return rows.map(({ id }) => id);
}

/** When each track begins to say a turn of its public script (ms), by track id; none without times. */
export async function findTurnStarts(
  said: readonly { trackId: number; turn: number }[],
): Promise<Map<number, number>> {
  if (said.length === 0) return new Map();
  const isTurn = ({ trackId, turn }: { trackId: number; turn: number }) =>
    and(
      eq(transcriptCues.trackId, trackId),
      sql`coalesce(${transcriptCues.turn}, ${transcriptCues.position}) = ${turn}`,
    );
  const rows = await db
    .select({ trackId: transcriptCues.trackId, startMs: min(transcriptCues.startMs) })
    .from(transcriptCues)
    .where(or(...said.map(isTurn)))
    .groupBy(transcriptCues.trackId);
  return new Map(rows.map(({ trackId, startMs }) => [trackId, startMs ?? 0]));
}
