import { and, asc, eq, inArray, isNotNull, min, or, type SQL, sql } from "drizzle-orm";
import { chunk } from "#app/lib/chunk.ts";
import { db } from "#db/client.ts";
import { prepared, type ValuesOf } from "#db/prepared.ts";
import { transcriptCues } from "#db/schema/index.ts";
import { hasFullAccess, type TrackViewer } from "../excerpt.ts";
import { isInExcerpt } from "../server/public-scripts.server.ts";
import type { Cue } from "../track.ts";

const { position, speaker, text, startMs, endMs, turn, section } = transcriptCues;
const cueColumns = { position, speaker, text, startMs, endMs, turn, section };

const prepareCues = (where?: SQL) =>
  prepared((on, value: ValuesOf<{ trackId: number }>) =>
    on
      .select(cueColumns)
      .from(transcriptCues)
      .where(and(eq(transcriptCues.trackId, value("trackId")), where))
      .orderBy(asc(position)),
  );
const selectCues = prepareCues();
const selectExcerptCues = prepareCues(isInExcerpt);

type TrackWithCues = { id: number; userId: string; isPremiumOnly: boolean };

/** The sentences that the viewer may read, in order. The caller checks that the track is visible. */
export async function listCues(options: { viewer: TrackViewer; track: TrackWithCues }): Promise<Cue[]> {
  const { viewer, track } = options;
  const select = hasFullAccess(viewer, track) ? selectCues : selectExcerptCues;
  return (await select(db, { trackId: track.id })).map(toCue);
}

/** What `listCues` lists, of many tracks, by track id. The caller checks that they are visible. */
export async function listCuesOfTracks(options: {
  viewer: TrackViewer;
  tracks: readonly TrackWithCues[];
}): Promise<Map<number, Cue[]>> {
  const { viewer, tracks } = options;
  const found = new Map<number, Cue[]>();
  for (const batch of chunk(tracks, tracksPerStatement)) {
    const ids = batch.map(({ id }) => id);
    const whole = batch.filter((track) => hasFullAccess(viewer, track)).map(({ id }) => id);
    const rows = await db
      .select({ trackId: transcriptCues.trackId, ...cueColumns })
      .from(transcriptCues)
      .where(
        and(inArray(transcriptCues.trackId, ids), or(inArray(transcriptCues.trackId, whole), isInExcerpt)),
      )
      .orderBy(asc(transcriptCues.trackId), asc(transcriptCues.position));
    for (const [id, ofTrack] of Map.groupBy(rows, ({ trackId }) => trackId))
      found.set(
        id,
        ofTrack.map(({ trackId: _id, ...row }) => toCue(row)),
      );
  }
  return found;
}

/** Some thousand sentences: other requests wait while more are read. */
const tracksPerStatement = 50;

const toCue = ({ position, ...cue }: Omit<Cue, "turn"> & { position: number; turn: number | null }): Cue => ({
  ...cue,
  turn: cue.turn ?? position,
});

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
