import { desc, eq, lte } from "drizzle-orm";
import { primary } from "#db/client.ts";
import { trackBulkRuns, tracks } from "#db/schema/index.ts";
import type { BulkRun } from "./bulk-run.ts";

/** How long a finished run is shown, in ms. */
const shownMs = 10 * 60_000;
const maxRuns = 20;

/** The runs that are going on, and those that ended in the last ten minutes, the newest first. */
export async function listBulkRuns(now: Date = new Date()): Promise<BulkRun[]> {
  const newest = await primary.select().from(trackBulkRuns).orderBy(desc(trackBulkRuns.id)).limit(maxRuns);
  return Promise.all(
    newest
      .filter(({ finishedAt }) => finishedAt === null || now.getTime() - finishedAt.getTime() < shownMs)
      .map(toBulkRun),
  );
}

/** A run, or null. */
export async function findBulkRun(runId: number): Promise<BulkRun | null> {
  const [run] = await primary.select().from(trackBulkRuns).where(eq(trackBulkRuns.id, runId));
  return run ? toBulkRun(run) : null;
}

async function toBulkRun(run: typeof trackBulkRuns.$inferSelect): Promise<BulkRun> {
  const { id, action, total, position, changedCount, createdAt, finishedAt, isCancelled } = run;
  const shown = { id, action, changedCount, createdAt, finishedAt, isCancelled };
  if (action !== "check-files") return { ...shown, total, doneCount: position };
  // Its position and end are ids, between which tracks were deleted.
  const countUpTo = (trackId: number) => primary.$count(tracks, lte(tracks.id, trackId));
  return { ...shown, total: await countUpTo(total), doneCount: await countUpTo(position) };
}
