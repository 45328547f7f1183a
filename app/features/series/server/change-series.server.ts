import { and, eq } from "drizzle-orm";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import {
  unpublishedPreviews,
  withdrawPlan,
} from "#app/features/creation/drafts/server/plan-publication.server.ts";
import { kindOf, previews } from "#app/features/creation/tasks/server/creation-kinds.server.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { endLockedTask, lockTask } from "#app/features/tasks/task-life.server.ts";
import { isOpen } from "#app/features/tasks/task-state.ts";
import { type Db, primary, write } from "#db/client.ts";
import { audioTasks, series, seriesEpisodes } from "#db/schema/index.ts";
import { type Cadence, nextSlot } from "../cadence.ts";
import type { EpisodeAct } from "../series.ts";
import {
  type Episode,
  lockSeries,
  type NumberedEpisode,
  readEpisodes,
  type Series,
} from "./series-rows.server.ts";

interface OfMember {
  viewer: { id: string };
  seriesId: number;
  now?: Date;
}

const inTheMaking = (episodes: readonly NumberedEpisode[]) =>
  episodes.find(({ state }) => state === "making");

/** Finishes and keeps the episode in the making; withdraws its publication. Throws `NotFound` and `NotAuthenticated`. */
export async function pauseSeries(o: OfMember): Promise<void> {
  await change(o, async (tx, row, now) => {
    if (row.state !== "active") return null;
    const making = inTheMaking(await readEpisodes(tx, row.id));
    if (making?.previewTaskId) await withdrawPlanOf(tx, row.userId, making.previewTaskId, now);
    return { state: "paused", problem: null };
  });
}

/**
 * Withdraws the plan of a draft. Of an episode it pauses the series, which would plan it again. Returns whether it is one. Throws
 * as `withdrawPlan`.
 */
export async function withdrawDraft(o: {
  viewer: { id: string };
  taskId: string;
  now?: Date;
}): Promise<boolean> {
  const { viewer, taskId, now = new Date() } = o;
  const [episode] = await primary
    .select({ seriesId: series.id })
    .from(series)
    .innerJoin(seriesEpisodes, eq(seriesEpisodes.seriesId, series.id))
    .where(
      and(
        eq(series.userId, viewer.id),
        eq(seriesEpisodes.previewTaskId, taskId),
        eq(seriesEpisodes.state, "making"),
      ),
    );
  if (episode) await pauseSeries({ viewer, now, ...episode });
  await withdrawPlan({ viewer, taskId, now });
  return episode !== undefined;
}

/** Goes on with the series' next day. Throws `NotFound` and `NotAuthenticated`. */
export async function resumeSeries(o: OfMember): Promise<void> {
  await change(o, async (_tx, row, now) => {
    if (row.state !== "paused") return null;
    const nextAt = row.nextAt > now && row.days.length > 0 ? row.nextAt : nextSlot(row, now);
    return { state: "active", nextAt };
  });
}

/** Applies to all coming episodes. Throws `NotFound` and `NotAuthenticated`. */
export async function changeCadence(o: OfMember & { cadence: Cadence }): Promise<void> {
  await change(o, async (tx, row, now) => {
    const { days, hour } = o.cadence;
    const making = inTheMaking(await readEpisodes(tx, row.id));
    if (making?.previewTaskId) await withdrawPlanOf(tx, row.userId, making.previewTaskId, now);
    return { days: [...days], hour, nextAt: nextSlot(o.cadence, now), problem: null };
  });
}

/** Dropping stops the making; drafts stay. Throws `NotFound`, and `Conflict` for an episode that has come too far. */
export async function changeEpisode(o: OfMember & { episodeId: number; act: EpisodeAct }): Promise<void> {
  const { episodeId, act } = o;
  await change(o, async (tx, row, now) => {
    const episodes = await readEpisodes(tx, row.id);
    const episode = episodes.find(({ id }) => id === episodeId);
    if (!episode) throw new NotFound("この回が見つかりません");
    if (act === "up" || act === "down") {
      const waiting = episodes.filter(({ state }) => state === "waiting");
      const at = waiting.findIndex(({ id }) => id === episodeId);
      const other = waiting[at + (act === "up" ? -1 : 1)];
      // At the edge, or begun meanwhile: nothing can move.
      if (at < 0 || !other) return null;
      await setEpisode(tx, episode, { position: other.position });
      await setEpisode(tx, other, { position: episode.position });
      return {};
    }
    if (act === "restore") {
      if (episode.state !== "dropped") return null;
      await putNext(tx, episodes, episode);
      return row.state === "ended" ? { state: "active", nextAt: nextSlot(row, now) } : {};
    }
    if (act === "remake") {
      if (episode.state !== "making") return null;
      if (!(await stopTasks(tx, episode, now))) throw alreadyPublished();
      await setEpisode(tx, episode, { state: "waiting", scriptTaskId: null, previewTaskId: null });
      return { problem: null };
    }
    if (episode.state === "published") throw alreadyPublished();
    if (episode.state === "dropped") return null;
    if (!(await stopTasks(tx, episode, now))) throw alreadyPublished();
    await setEpisode(tx, episode, { state: "dropped", scriptTaskId: null, previewTaskId: null });
    return { problem: null };
  });
}

/** Deletes its unpublished text too. Tracks stay, also that of an episode not settled yet, and the playlist. Throws `NotFound` and `NotAuthenticated`. */
export async function deleteSeries(o: OfMember): Promise<void> {
  await change(o, async (tx, row, now) => {
    const making = inTheMaking(await readEpisodes(tx, row.id));
    if (making) await stopTasks(tx, making, now);
    await tx.delete(series).where(eq(series.id, row.id));
    return null;
  });
}

/**
 * Runs `work` alone, then has a worker look at the result; null changes nothing. Tasks are locked after the series, which is
 * safe: whoever locks both holds the member first.
 */
async function change(
  o: OfMember,
  work: (tx: Db, row: Series, now: Date) => Promise<Partial<Series> | null>,
): Promise<void> {
  const { viewer, seriesId, now = new Date() } = o;
  await write(async (tx) => {
    await lockMember(tx, viewer.id);
    const row = await lockSeries(tx, { userId: viewer.id, seriesId });
    const changes = await work(tx, row, now);
    if (!changes) return;
    // Each change has another time: by it, a worker that has looked before knows that it must look again.
    const updatedAt = new Date(Math.max(now.getTime(), row.updatedAt.getTime() + 1));
    await tx
      .update(series)
      .set({ checkAt: now, ...changes, updatedAt })
      .where(eq(series.id, row.id));
  });
}

async function setEpisode(tx: Db, { id }: Episode, values: Partial<Episode>): Promise<void> {
  await tx.update(seriesEpisodes).set(values).where(eq(seriesEpisodes.id, id));
}

/** The dropped episode becomes the next one; earlier numbers stay. */
async function putNext(
  tx: Db,
  episodes: readonly NumberedEpisode[],
  episode: NumberedEpisode,
): Promise<void> {
  const others = episodes.filter(({ id }) => id !== episode.id);
  const firstWaiting = others.findIndex(({ state }) => state === "waiting");
  const at = firstWaiting < 0 ? others.length : firstWaiting;
  const ordered = [...others.slice(0, at), episode, ...others.slice(at)];
  for (const [index, one] of ordered.entries()) {
    const isRestored = one.id === episode.id;
    if (one.position !== index + 1 || isRestored)
      await setEpisode(tx, one, { position: index + 1, ...(isRestored && { state: "waiting" as const }) });
  }
}

/** Withdraws the planned publication of a finished preview. Leaves one that is published or gone. */
async function withdrawPlanOf(tx: Db, userId: string, taskId: string, now: Date): Promise<void> {
  const own = and(unpublishedPreviews(userId, now), eq(audioTasks.id, taskId));
  const [task] = await tx.select({ publishAt: audioTasks.publishAt }).from(audioTasks).where(own);
  if (task?.publishAt) await withdrawPlan({ viewer: { id: userId }, taskId, now });
}

const alreadyPublished = () => new Conflict("この回は、もう公開しました。");

/** A finished preview is no longer published by itself. Returns false for a published one, which stays. */
async function stopTasks(tx: Db, episode: Episode, now: Date): Promise<boolean> {
  const taskId = episode.previewTaskId ?? episode.scriptTaskId;
  if (taskId === null) return true;
  const task = await lockTask(tx, previews, taskId);
  if (!task) return true;
  if (task.trackId !== null) return false;
  if (isOpen(task)) await endLockedTask(tx, kindOf(task), task, { as: "cancelled" });
  else await withdrawPlanOf(tx, task.userId, taskId, now);
  return true;
}
