import { and, desc, eq, inArray, isNotNull, max } from "drizzle-orm";
import { hasFullAccess, type TrackViewer } from "#app/features/tracks/excerpt.ts";
import type { TrackWithScript } from "#app/features/tracks/track.ts";
import { withoutPlaceReadings } from "#app/lib/place-readings.ts";
import { db, primary } from "#db/client.ts";
import { isOneOf, prepared, type ValuesOf } from "#db/prepared.ts";
import { soundFields, trackCorrections, tracks } from "#db/schema/index.ts";
import { type Correction, correctionMessages, correctionObstacle } from "./correction.ts";

const selectCorrections = prepared((on, value: ValuesOf<{ trackId: number }>) => {
  const { correctedAt, field, line, before, after, note } = trackCorrections;
  return on
    .select({ correctedAt, field, line, before, after, note })
    .from(trackCorrections)
    .where(and(eq(trackCorrections.trackId, value("trackId")), isNotNull(correctedAt)))
    .orderBy(desc(trackCorrections.createdAt));
});

/** Newest first; none for those who hear only the excerpt. The caller checks visibility. */
export async function listCorrections(options: {
  viewer: TrackViewer;
  track: Pick<TrackWithScript, "id" | "userId" | "isPremiumOnly" | "isCorrected">;
}): Promise<Correction[]> {
  const { viewer, track } = options;
  if (!track.isCorrected || !hasFullAccess(viewer, track)) return [];
  const rows = await selectCorrections(db, { trackId: track.id });
  return rows.flatMap(({ correctedAt, field, note, ...row }) => {
    if (!correctedAt) return [];
    const isLine = field === "line";
    const shown = isLine ? withoutPlaceReadings : String;
    const words = { before: shown(row.before), after: shown(row.after) };
    return [
      { ...words, field, note, line: isLine ? row.line + 1 : null, correctedAt: correctedAt.toISOString() },
    ];
  });
}

const selectLastTimes = prepared((on, value: ValuesOf<{ trackIds: number[] }>) => {
  const { trackId, field, correctedAt } = trackCorrections;
  return on
    .select({ trackId, field, at: max(correctedAt) })
    .from(trackCorrections)
    .where(and(isOneOf(trackId, value("trackIds")), isNotNull(correctedAt)))
    .groupBy(trackId, field);
});

/** When anything of a track, and its sound, was last changed; null for never. */
interface ChangeTimes {
  changedAt: Date;
  correctedAt: Date | null;
}

/** Tracks that never changed are missing. */
export async function findChangeTimes(trackIds: number[]): Promise<Map<number, ChangeTimes>> {
  const times = new Map<number, ChangeTimes>();
  for (const { trackId, field, at } of await selectLastTimes(db, { trackIds })) {
    if (!at) continue;
    const { changedAt = at, correctedAt = null } = times.get(trackId) ?? {};
    const isOfSound = field === "line" || field === "voices";
    times.set(trackId, {
      changedAt: new Date(Math.max(at.getTime(), changedAt.getTime())),
      correctedAt: isOfSound ? new Date(Math.max(at.getTime(), correctedAt?.getTime() ?? 0)) : correctedAt,
    });
  }
  return times;
}

/** For the author: whether a track's newest correction of its sound is running, and why it failed. Null for none. */
export async function findLastCorrection(
  trackId: number,
): Promise<Pick<typeof trackCorrections.$inferSelect, "state" | "progress" | "error" | "line"> | null> {
  const { state, progress, error, line } = trackCorrections;
  const [last] = await primary
    .select({ state, progress, error, line })
    .from(trackCorrections)
    .where(and(eq(trackCorrections.trackId, trackId), inArray(trackCorrections.field, soundFields)))
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

/** `correctionObstacle` of an existing track, its voices (null for the engine's choice) and speed. */
export async function findCorrectionOrigin(
  trackId: number,
): Promise<{ obstacle: string | null; voices: { A: string; B: string } | null; speakingRate: number }> {
  const [track] = await selectOrigin(db, { trackId });
  return {
    obstacle: track ? correctionObstacle(track) : correctionMessages.gone,
    voices: track?.spokenWith?.voices ?? null,
    speakingRate: track?.spokenWith?.speakingRate ?? 1,
  };
}

/** `correctionObstacle` of an existing track. */
export async function findCorrectionObstacle(trackId: number): Promise<string | null> {
  return (await findCorrectionOrigin(trackId)).obstacle;
}
