import { and, count, eq, gt, isNotNull, isNull, ne } from "drizzle-orm";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import { Conflict, Invalid, QuotaReached } from "#app/features/domain-error.ts";
import { changeTask, lockTasks } from "#app/features/tasks/task-life.server.ts";
import { type Db, write } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import { taskLifetimes } from "../../audio-task.ts";
import { previews, scriptsOf } from "../../tasks/server/creation-kinds.server.ts";
import { maxPlanned, plannedGraceMs, unplannedLifetimeMs } from "../drafts.ts";

export const unpublishedPreviews = (userId: string, now: Date) =>
  and(
    eq(audioTasks.userId, userId),
    eq(audioTasks.kind, "preview"),
    ne(audioTasks.flow, "seed"),
    eq(audioTasks.state, "completed"),
    eq(audioTasks.isDiscarded, false),
    isNull(audioTasks.trackId),
    isNotNull(audioTasks.preview),
    gt(audioTasks.expiresAt, now),
  );

/**
 * Plans a finished preview for `publishAt`, or moves it; it is kept until then, and the creation page begins anew. Throws
 * `Invalid` (gone), `QuotaReached` (`maxPlanned`), `NotAuthenticated`.
 */
export async function planPublication(options: {
  viewer: { id: string };
  previewFilename: string;
  title: string;
  publishAt: Date;
  /** Atomic with the plan. */
  alongside?: (tx: Db) => Promise<void>;
}): Promise<void> {
  const { viewer, previewFilename, title, publishAt, alongside } = options;
  const now = new Date();
  await write(async (tx) => {
    await lockMember(tx, viewer.id);
    const isOwn = and(unpublishedPreviews(viewer.id, now), eq(audioTasks.previewFilename, previewFilename));
    const [task] = await lockTasks(tx, previews, isOwn);
    if (!task)
      throw new Invalid({
        previewFilename: ["プレビューの有効期限が切れました。もう一度音声を生成してください。"],
      });
    if (!task.publishAt) {
      await requireRoom(tx, viewer.id, now);
      await lockTasks(tx, previews, scriptsOf(task));
      await tx.update(audioTasks).set({ isDiscarded: true }).where(scriptsOf(task));
    }
    await changeTask(tx, previews, task, {
      title,
      publishAt,
      publishProblem: null,
      expiresAt: new Date(publishAt.getTime() + plannedGraceMs),
    });
    await alongside?.(tx);
  });
}

async function requireRoom(tx: Db, userId: string, now: Date): Promise<void> {
  const [planned] = await tx
    .select({ count: count() })
    .from(audioTasks)
    .where(and(unpublishedPreviews(userId, now), isNotNull(audioTasks.publishAt)));
  if ((planned?.count ?? 0) >= maxPlanned)
    throw new QuotaReached(
      `公開の予定は、同時に${maxPlanned}件までです`,
      "ほかの予定が公開されてから、もう一度お試しください。",
    );
}

/** Withdraws a plan, if any; keeps the preview for a day, an episode's for longer. Throws `Conflict` if published or gone. */
export async function withdrawPlan(options: {
  viewer: { id: string };
  taskId: string;
  now?: Date;
}): Promise<void> {
  const { viewer, taskId, now = new Date() } = options;
  await write(async (tx) => {
    await lockMember(tx, viewer.id);
    const isOwn = and(unpublishedPreviews(viewer.id, now), eq(audioTasks.id, taskId));
    const [task] = await lockTasks(tx, previews, isOwn);
    if (!task) throw new Conflict("この下書きは、もうありません。");
    if (!task.publishAt) return;
    await changeTask(tx, previews, task, {
      publishAt: null,
      publishProblem: null,
      expiresAt: new Date(
        now.getTime() + (task.flow === "series" ? taskLifetimes.episodeMs : unplannedLifetimeMs),
      ),
    });
  });
}
