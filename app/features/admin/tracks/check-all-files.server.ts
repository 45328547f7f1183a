import type { Actor } from "#app/features/audit/actor.ts";
import { continueBulkRun } from "#app/features/tracks/moderation/bulk/continue-bulk-run.server.ts";
import { findBulkRun } from "#app/features/tracks/moderation/bulk/find-bulk-runs.server.ts";
import { startFileCheck } from "#app/features/tracks/moderation/bulk/start-bulk-run.server.ts";

/** Steps of 20 tracks within the call; a job does the rest. */
const stepsAtOnce = 5;

/** Starts the comparison of all files and does the first of it. Throws `Conflict` while one is going on. */
export async function checkAllFiles(options: {
  actor: Actor;
}): Promise<{ isFinished: boolean; defectCount: number }> {
  const runId = await startFileCheck(options);
  const isFinished = await continueBulkRun({ runId, maxSteps: stepsAtOnce });
  return { isFinished, defectCount: (await findBulkRun(runId))?.changedCount ?? 0 };
}
