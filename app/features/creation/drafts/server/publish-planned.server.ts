import { and, asc, eq, isNotNull, isNull, lte, ne, or } from "drizzle-orm";
import { crashPoint } from "#app/crash-point.server.ts";
import { lockUsersForShare } from "#app/features/accounts/server/locks.server.ts";
import { DomainError } from "#app/features/domain-error.ts";
import { notify } from "#app/features/notifications/server/notify.server.ts";
import { lockTask } from "#app/features/tasks/task-life.server.ts";
import { logger } from "#app/logger.server.ts";
import { type Db, primary, write } from "#db/client.ts";
import { audioTasks, users } from "#db/schema/index.ts";
import type { AudioTask } from "../../audio-task.ts";
import { publishTrack } from "../../publish/publish-track.server.ts";
import { previews } from "../../tasks/server/creation-kinds.server.ts";
import { lockedGraceMs, missedGraceMs, type PublishProblem } from "../drafts.ts";

/** Per run; the next, a minute later, does the rest. */
const publishedAtOnce = 100;

/**
 * Publishes due tracks, earliest first, and tells their authors. Removes the plan last: the next run repairs a crash, and
 * publishing twice makes one track. What can't be published stays a draft, and its author is told; an author who is locked out
 * is told when that is over. What its author has changed since it was found due is left alone.
 */
export async function publishPlanned(now: Date = new Date()): Promise<void> {
  const due = await primary
    .select({ task: audioTasks, name: users.name, state: users.state })
    .from(audioTasks)
    .innerJoin(users, eq(users.id, audioTasks.userId))
    .where(
      and(
        isNotNull(audioTasks.publishAt),
        lte(audioTasks.publishAt, now),
        eq(audioTasks.state, "completed"),
        eq(audioTasks.isDiscarded, false),
        or(
          isNull(audioTasks.publishProblem),
          and(eq(audioTasks.publishProblem, "locked"), eq(users.state, "approved")),
        ),
        ne(audioTasks.kind, "script"),
      ),
    )
    .orderBy(asc(audioTasks.publishAt))
    .limit(publishedAtOnce);
  for (const { task, name, state } of due) {
    try {
      if (state !== "approved") await setProblem(task, "locked", now);
      else if (task.publishProblem === "locked") await setProblem(task, "missed", now);
      else await publish(task, name, now);
    } catch (error) {
      // One failure must not hold up the others; it is tried again.
      logger.error({ err: error, taskId: task.id }, "a planned track was not published");
    }
  }
}

async function publish(task: AudioTask, name: string, now: Date): Promise<void> {
  const { id, userId, title } = task;
  let published: { trackId: number; isTakenDown: boolean };
  try {
    published = await publishTrack({
      viewer: { id: userId, name },
      previewFilename: task.previewFilename ?? "",
      title,
      admit: (tx, current) => requireUnchanged(tx, task, current),
    });
  } catch (error) {
    if (error instanceof Superseded) return;
    if (!(error instanceof DomainError)) throw error;
    logger.warn({ err: error, taskId: id }, "a planned track may not be published");
    await setProblem(task, "refused", now);
    return;
  }
  await write(async (tx) => {
    const author = await lockUsersForShare(tx, [userId]);
    if (!author.has(userId)) return;
    await lockTask(tx, previews, id);
    await tx.update(audioTasks).set({ publishAt: null, updatedAt: now }).where(eq(audioTasks.id, id));
    // The author of one taken down for review was told that.
    if (!published.isTakenDown)
      await notify(tx, { userId, event: { type: "track_on_time", trackId: published.trackId }, now });
  });
  crashPoint("plan-done");
}

/** The author has withdrawn, moved or deleted the plan, or was locked out, while this or an earlier track was judged. */
class Superseded extends Error {}

/** Throws unless the plan is as it was read. Under the locks of author and task, with which both are changed. */
async function requireUnchanged(tx: Db, planned: AudioTask, current: AudioTask): Promise<void> {
  const [author] = await tx.select({ state: users.state }).from(users).where(eq(users.id, planned.userId));
  const isSame = current.publishAt?.getTime() === planned.publishAt?.getTime() && !current.isDiscarded;
  // The next run says what became of a plan whose author is locked out.
  if (!isSame || author?.state !== "approved") throw new Superseded();
}

/** Skips tracks changed meanwhile; tells no locked-out author. */
async function setProblem(task: AudioTask, problem: PublishProblem, now: Date): Promise<void> {
  const { id, userId, publishAt } = task;
  await write(async (tx) => {
    const author = await lockUsersForShare(tx, [userId]);
    if (!author.has(userId)) return;
    const current = await lockTask(tx, previews, id);
    if (current?.publishAt?.getTime() !== publishAt?.getTime()) return;
    const grace = problem === "locked" ? lockedGraceMs : missedGraceMs;
    await tx
      .update(audioTasks)
      .set({ publishProblem: problem, expiresAt: new Date(now.getTime() + grace), updatedAt: now })
      .where(eq(audioTasks.id, id));
    if (problem === "locked") return;
    const plan = `${id} ${publishAt?.getTime()}`;
    await notify(tx, { userId, event: { type: "track_not_on_time", plan }, now });
  });
}
