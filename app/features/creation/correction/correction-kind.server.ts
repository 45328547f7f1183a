import { eq, sql } from "drizzle-orm";
import type { TaskKind } from "#app/features/tasks/task-kind.server.ts";
import { jobPriorities } from "#app/queue/queue.ts";
import { primary } from "#db/client.ts";
import { type StoredManner, trackCorrections, tracks } from "#db/schema/index.ts";
import { audioFailureMessage } from "../audio-task.ts";
import { correctionMessages } from "./correction.ts";

export type CorrectionTask = typeof trackCorrections.$inferSelect;

export const corrections: TaskKind<typeof trackCorrections> = {
  name: "correction",
  queue: "produce-preview",
  table: trackCorrections,
  open: sql`${trackCorrections.state} in ('queued', 'processing')`,
  // After a member's first preview.
  priority: jobPriorities.member - 1,
  maxAttempts: 5,
  crashMessage: correctionMessages.gone,
  failureMessage: audioFailureMessage,
  async findMember(on, { trackId }) {
    const [track] = await on.select({ userId: tracks.userId }).from(tracks).where(eq(tracks.id, trackId));
    return track?.userId ?? null;
  },
};

export interface CorrectedTrack {
  userId: string;
  script: string;
  speakingRate: number;
  voices: { A: string; B: string } | null;
  manner?: StoredManner | undefined;
}

/** The track as it is to be spoken; null if it is gone, or its voices are unknown and stay. */
export async function findCorrectedTrack({
  trackId,
  spokenWith,
}: Pick<CorrectionTask, "trackId" | "spokenWith">): Promise<CorrectedTrack | null> {
  const [track] = await primary
    .select({ userId: tracks.userId, script: tracks.script, spokenWith: tracks.spokenWith })
    .from(tracks)
    .where(eq(tracks.id, trackId));
  const speech = spokenWith ?? track?.spokenWith;
  return track && speech ? { userId: track.userId, script: track.script, ...speech } : null;
}
