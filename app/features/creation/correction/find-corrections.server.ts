import { and, desc, eq, isNotNull, max } from "drizzle-orm";
import { hasFullAccess, type TrackViewer } from "#app/features/tracks/excerpt.ts";
import type { TrackWithScript } from "#app/features/tracks/track.ts";
import { withoutPlaceReadings } from "#app/lib/place-readings.ts";
import { db, primary } from "#db/client.ts";
import { isOneOf, prepared, type ValuesOf } from "#db/prepared.ts";
import { trackCorrections, tracks } from "#db/schema/index.ts";
import { type Correction, correctionMessages, correctionObstacle } from "./correction.ts";

const selectCorrections = prepared((on, value: ValuesOf<{ trackId: number }>) => {
  const { correctedAt, line, before, after, note } = trackCorrections;
  return on
    .select({ correctedAt, line, before, after, note })
    .from(trackCorrections)
    .where(and(eq(trackCorrections.trackId, value("trackId")), isNotNull(correctedAt)))
    .orderBy(desc(trackCorrections.createdAt));
});

/**
 * What was corrected in a track, the newest first; none for those who hear only its excerpt. The caller checks that the track is
 * visible.
 */
export async function listCorrections(options: {
  viewer: TrackViewer;
  track: Pick<TrackWithScript, "id" | "userId" | "isPremiumOnly" | "isCorrected">;
}): Promise<Correction[]> {
  const { viewer, track } = options;
  if (!track.isCorrected || !hasFullAccess(viewer, track)) return [];
  const rows = await selectCorrections(db, { trackId: track.id });
  return rows.flatMap(({ correctedAt, line, note, ...words }) => {
    const [before, after] = [withoutPlaceReadings(words.before), withoutPlaceReadings(words.after)];
    return correctedAt
      ? [{ before, after, note, line: line + 1, correctedAt: correctedAt.toISOString() }]
      : [];
  });
}

const selectLastTimes = prepared((on, value: ValuesOf<{ trackIds: number[] }>) => {
  const { trackId, correctedAt } = trackCorrections;
  return on
    .select({ trackId, correctedAt: max(correctedAt) })
    .from(trackCorrections)
    .where(and(isOneOf(trackId, value("trackIds")), isNotNull(correctedAt)))
    .groupBy(trackId);
});

/** When each of these tracks was last corrected; those that never were are missing. */
export async function findCorrectionTimes(trackIds: number[]): Promise<Map<number, Date>> {
  const rows = await selectLastTimes(db, { trackIds });
  return new Map(rows.flatMap(({ trackId, correctedAt }) => (correctedAt ? [[trackId, correctedAt]] : [])));
}

/** A track's newest correction: whether it is being made, and why it failed. Null for none. For its author. */
export async function findLastCorrection(
  trackId: number,
): Promise<Pick<typeof trackCorrections.$inferSelect, "state" | "progress" | "error" | "line"> | null> {
  const { state, progress, error, line } = trackCorrections;
  const [last] = await primary
    .select({ state, progress, error, line })
    .from(trackCorrections)
    .where(eq(trackCorrections.trackId, trackId))
    .orderBy(desc(trackCorrections.createdAt))
    .limit(1);
  return last ?? null;
}

const selectOrigin = prepared((on, value: ValuesOf<{ trackId: number }>) =>
  on
    .select({ isRecording: tracks.isRecording, spokenWith: tracks.spokenWith })
    .from(tracks)
    .where(eq(tracks.id, value("trackId"))),
);

/** `correctionObstacle` of a track that there is, and the voices that speak it; null for the engine's own choice. */
export async function findCorrectionOrigin(
  trackId: number,
): Promise<{ obstacle: string | null; voices: { A: string; B: string } | null }> {
  const [track] = await selectOrigin(db, { trackId });
  return {
    obstacle: track ? correctionObstacle(track) : correctionMessages.gone,
    voices: track?.spokenWith?.voices ?? null,
  };
}

/** `correctionObstacle` of a track that there is. */
export async function findCorrectionObstacle(trackId: number): Promise<string | null> {
  return (await findCorrectionOrigin(trackId)).obstacle;
}
