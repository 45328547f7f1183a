import { setImmediate } from "node:timers/promises";
import { and, asc, gt, lte } from "drizzle-orm";
import { crashPoint } from "#app/crash-point.server.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { checkTrackFiles } from "#app/features/tracks/server/check-files.server.ts";
import { logger } from "#app/logger.server.ts";
import { afterCommit, primary, write } from "#db/client.ts";
import { isTemporary } from "#db/errors.ts";
import { bulkRuns, tracks } from "#db/schema/index.ts";
import { changeItem, finishChanges } from "./change-item.server.ts";
import { advance, lockRun, openRun } from "./lock-run.server.ts";
import { writeToMembers } from "./write-to-members.server.ts";

type Run = typeof bulkRuns.$inferSelect;

const filesPerStep = 20;

/**
 * Works a run off; each item's transaction also advances the run. The next call continues where it stopped; two at once take
 * turns. Returns whether the run has ended: one that is not due stays as it is, and the recovery of each minute goes on with it.
 * `maxSteps`: a step is an item, the files of 20 tracks, or a batch of members.
 */
export async function continueBulkRun(options: {
  runId: number;
  maxSteps?: number;
  signal?: AbortSignal;
  now?: Date;
}): Promise<boolean> {
  const { runId, maxSteps = Number.POSITIVE_INFINITY, signal } = options;
  for (let steps = 0; ; steps++) {
    const { now = new Date() } = options;
    const [run] = await primary.select().from(bulkRuns).where(openRun(runId));
    if (!run) return true;
    if (signal?.aborted || steps >= maxSteps) return false;
    if (run.dueAt !== null && run.dueAt > now) return false;
    if (run.action === "check-files") await checkFiles(run);
    else if (run.action === "announce" || run.action === "send-letters") await writeToMembers(run, now);
    else await step(run);
    // Others have their turn between transactions.
    await setImmediate();
  }
}

/**
 * The next item, or the run's end. Logs and skips an item that fails, or the run would stop at it. Throws while the database does
 * not take it: nobody would be told of an item that was skipped, and the next call goes on with it.
 */
async function step(seen: Run): Promise<void> {
  const item = seen.isCancelled ? undefined : seen.items[seen.position];
  try {
    await write(async (tx) => {
      const run = await lockRun(tx, seen);
      if (!run) return;
      if (item === undefined || run.isCancelled) {
        const finishedAt = new Date();
        await finishChanges(tx, run, finishedAt);
        await advance(tx, run, { email: null, items: [], finishedAt });
      } else {
        const { isChanged, email } = await changeItem(tx, run, item);
        const changedCount = run.changedCount + Number(isChanged);
        await advance(tx, run, { position: run.position + 1, email, changedCount });
      }
      afterCommit(() => crashPoint("bulk-run-step"));
    });
  } catch (error) {
    if (item === undefined || isTemporary(error)) throw error;
    if (!(error instanceof NotFound || error instanceof Conflict))
      logger.error({ err: error, runId: seen.id, item }, "an item of a run could not be changed");
    await write(async (tx) => {
      const run = await lockRun(tx, seen);
      if (run) await advance(tx, run, { position: run.position + 1 });
    });
  }
}

async function checkFiles(run: Run): Promise<void> {
  const next = run.isCancelled
    ? []
    : await primary
        .select({ id: tracks.id })
        .from(tracks)
        .where(and(gt(tracks.id, run.position), lte(tracks.id, run.total)))
        .orderBy(asc(tracks.id))
        .limit(filesPerStep);
  let defects = 0;
  for (const { id } of next) defects += await countDefects(id);
  const last = next.at(-1);
  await write(async (tx) => {
    const locked = await lockRun(tx, run);
    if (!locked) return;
    if (last) await advance(tx, locked, { position: last.id, changedCount: locked.changedCount + defects });
    else await advance(tx, locked, { finishedAt: new Date() });
  });
}

/** 1 for a defect, else 0; also for a deleted track. */
async function countDefects(trackId: number): Promise<number> {
  try {
    const files = await checkTrackFiles({ trackId });
    return files.some(({ defect }) => defect !== null) ? 1 : 0;
  } catch (error) {
    if (error instanceof NotFound) return 0;
    throw error;
  }
}
