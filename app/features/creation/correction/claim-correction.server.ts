import { and, eq, sql } from "drizzle-orm";
import { publishTaskChange } from "#app/features/events/server/publish.server.ts";
import { primary, write } from "#db/client.ts";
import { trackCorrections, tracks } from "#db/schema/index.ts";
import { correctionMessages } from "./correction.ts";
import { failCorrection } from "./fail-correction.server.ts";
import { openCorrection } from "./find-corrections.server.ts";

/** A correction whose process died this often is given up. */
const maxAttempts = 5;

/** What a worker speaks. */
export interface ClaimedCorrection {
  id: string;
  trackId: number;
  line: number;
  before: string;
  after: string;
  userId: string;
  script: string;
  speakingRate: number;
  voices: { A: string; B: string } | null;
}

/** Marks a correction as being made. Returns null when it has ended, and when it was tried too often: then it ends as failed. */
export async function claimCorrection(id: string): Promise<ClaimedCorrection | null> {
  const [claimed] = await write((tx) =>
    tx
      .update(trackCorrections)
      .set({ state: "processing", attempts: sql`${trackCorrections.attempts} + 1` })
      .where(and(eq(trackCorrections.id, id), openCorrection))
      .returning(),
  );
  if (!claimed) return null;
  const { trackId, line, before, after, attempts } = claimed;
  const [track] = await primary
    .select({ userId: tracks.userId, script: tracks.script, spokenWith: tracks.spokenWith })
    .from(tracks)
    .where(eq(tracks.id, trackId));
  if (attempts > maxAttempts || !track?.spokenWith) {
    await failCorrection({ taskId: id, error: correctionMessages.gone });
    return null;
  }
  const { userId, script, spokenWith } = track;
  await publishTaskChange({ id, userId });
  return { id, trackId, line, before, after, userId, script, ...spokenWith };
}

/** Records the progress (0–99 %) of an open correction. */
export async function recordCorrectionProgress(
  { id, userId }: Pick<ClaimedCorrection, "id" | "userId">,
  percent: number,
): Promise<void> {
  const progress = Math.max(0, Math.min(99, Math.round(percent)));
  await write((tx) =>
    tx
      .update(trackCorrections)
      .set({ progress })
      .where(and(eq(trackCorrections.id, id), openCorrection)),
  );
  await publishTaskChange({ id, userId });
}

/** Whether a correction is still to be made: its track may have been deleted. */
export async function isCorrectionActive(id: string): Promise<boolean> {
  const rows = await primary
    .select({ id: trackCorrections.id })
    .from(trackCorrections)
    .where(and(eq(trackCorrections.id, id), openCorrection));
  return rows.length > 0;
}
