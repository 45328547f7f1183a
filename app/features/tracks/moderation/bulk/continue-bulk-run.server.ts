import { setImmediate } from "node:timers/promises";
import { and, asc, eq, gt, lte } from "drizzle-orm";
import { crashPoint } from "#app/crash-point.server.ts";
import { lockUsersForShare } from "#app/features/accounts/server/locks.server.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { publishChange } from "#app/features/events/server/publish.server.ts";
import { logger } from "#app/logger.server.ts";
import { afterCommit, type Db, primary, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { trackBulkRuns, tracks } from "#db/schema/index.ts";
import { checkTrackFiles } from "../../files/check-files.server.ts";
import { deleteLocked } from "../../server/delete-track.server.ts";
import { type ModerationEmail, maxTitlesInEmail, sendModerationEmail } from "../moderation-email.server.ts";
import { reviewLocked } from "../review-track.server.ts";
import { restoreLocked, takeDownLocked } from "../take-down-track.server.ts";
import { bulkRuns } from "./bulk-run-verbs.server.ts";

type Run = typeof trackBulkRuns.$inferSelect;

/** Tracks whose files are compared in one step. */
const filesPerStep = 20;

/**
 * Works a run off, track by track: each has a transaction of its own, which also advances the run. Whoever calls it again
 * goes on where it stopped; two at once take turns. Returns whether the run is at its end. `maxSteps`: a step is a track, or
 * the files of 20.
 */
export async function continueBulkRun(options: {
  runId: number;
  maxSteps?: number;
  signal?: AbortSignal;
}): Promise<boolean> {
  const { runId, maxSteps = Number.POSITIVE_INFINITY, signal } = options;
  for (let steps = 0; ; steps++) {
    const run = await findOpenRun(runId);
    if (!run) return true;
    if (signal?.aborted || steps >= maxSteps) return false;
    await (run.action === "check-files" ? checkStep(run) : trackStep(run));
    // Between transactions others have their turn.
    await setImmediate();
  }
}

const openRun = (runId: number) => and(eq(trackBulkRuns.id, runId), bulkRuns.open);

async function findOpenRun(runId: number): Promise<Run | undefined> {
  const [run] = await primary.select().from(trackBulkRuns).where(openRun(runId));
  return run;
}

/** Locks the run at the `position` that was seen; undefined when somebody else has advanced or ended it. */
async function lockRun(tx: Db, { id, position }: Run): Promise<Run | undefined> {
  const [run] = await forUpdate(
    tx
      .select()
      .from(trackBulkRuns)
      .where(and(openRun(id), eq(trackBulkRuns.position, position))),
    "update",
  );
  return run;
}

/** The next track of a run, or its end. A track that can't be changed is logged and left out: the run must not stop at it. */
async function trackStep(seen: Run): Promise<void> {
  try {
    await write((tx) => step(tx, seen));
  } catch (error) {
    const trackId = seen.trackIds[seen.position];
    if (trackId === undefined) throw error;
    logger.error({ err: error, runId: seen.id, trackId }, "a track could not be changed");
    await write(async (tx) => {
      const run = await lockRun(tx, seen);
      if (run) await advance(tx, run, { position: run.position + 1 });
    });
  }
}

async function step(tx: Db, seen: Run): Promise<void> {
  const now = new Date();
  const run = await lockRun(tx, seen);
  if (!run) return;
  const trackId = run.isCancelled ? undefined : run.trackIds[run.position];
  const author = trackId === undefined ? null : await findAuthor(tx, trackId);
  const { email } = run;
  const accounts = [author, email?.userId].filter((id) => id !== null && id !== undefined);
  if (accounts.length > 0) await lockUsersForShare(tx, accounts);
  const changed = trackId === undefined ? null : await changeTrack(tx, run, trackId, now);
  const isEmailDone =
    email !== null && (trackId === undefined || (author !== null && author !== email.userId));
  if (isEmailDone) await sendEmailOf(tx, run, email, now);
  const rest = isEmailDone ? null : email;
  if (trackId === undefined) await advance(tx, run, { email: null, trackIds: [], finishedAt: now });
  else
    await advance(tx, run, {
      position: run.position + 1,
      email: changed ? addToEmail(rest, changed) : rest,
      ...(changed ? { changedCount: run.changedCount + 1 } : {}),
    });
  afterCommit(() => crashPoint("bulk-run-step"));
}

async function findAuthor(tx: Db, trackId: number): Promise<string | null> {
  const [found] = await tx.select({ userId: tracks.userId }).from(tracks).where(eq(tracks.id, trackId));
  return found?.userId ?? null;
}

async function advance(tx: Db, { id }: Run, values: Partial<Run>): Promise<void> {
  await tx.update(trackBulkRuns).set(values).where(eq(trackBulkRuns.id, id));
  afterCommit(() => void publishChange("console", "console"));
}

const actorOf = ({ actorName }: Run): Actor =>
  actorName === null ? { kind: "operator" } : { kind: "admin", name: actorName };

/** Changes one track. Null when it is so already or has gone: both throw before anything is written. */
async function changeTrack(
  tx: Db,
  run: Run,
  trackId: number,
  now: Date,
): Promise<{ userId: string; title: string } | null> {
  const { action, reason } = run;
  const change = { actor: actorOf(run), trackId, now };
  try {
    if (action === "withhold") return await takeDownLocked(tx, { ...change, reason });
    if (action === "release") return await restoreLocked(tx, change);
    if (action === "review") return await reviewLocked(tx, change);
    return await deleteLocked(tx, { editor: { actor: change.actor }, trackId, reason, now });
  } catch (error) {
    if (error instanceof NotFound || error instanceof Conflict) return null;
    throw error;
  }
}

function addToEmail(
  email: ModerationEmail | null,
  { userId, title }: { userId: string; title: string },
): ModerationEmail {
  const { count, titles } = email ?? { count: 0, titles: [] };
  return { userId, count: count + 1, titles: count < maxTitlesInEmail ? [...titles, title] : titles };
}

/** What authors are told of. Nobody is told of a review: the track is as public as its author made it. */
const emailedActions = { withhold: "take-down", release: "restore", delete: "delete" } as const;

async function sendEmailOf(tx: Db, { action, reason }: Run, email: ModerationEmail, now: Date) {
  if (action !== "check-files" && action !== "review")
    await sendModerationEmail(tx, { action: emailedActions[action], email, reason, now });
}

/** Compares the files of the next tracks, up to the last one that there was when the run began. */
async function checkStep(run: Run): Promise<void> {
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

/** 1 for a track with a defect, else 0; also for one that was deleted meanwhile. */
async function countDefects(trackId: number): Promise<number> {
  try {
    const files = await checkTrackFiles({ trackId });
    return files.some(({ defect }) => defect !== null) ? 1 : 0;
  } catch (error) {
    if (error instanceof NotFound) return 0;
    throw error;
  }
}
