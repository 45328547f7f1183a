import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { taskLifetimes } from "#app/features/creation/audio-task.ts";
import { findDrafts } from "#app/features/creation/drafts/server/find-drafts.server.ts";
import * as planning from "#app/features/creation/drafts/server/plan-publication.server.ts";
import { publishPlanned } from "#app/features/creation/drafts/server/publish-planned.server.ts";
import { getDailyUsage } from "#app/features/creation/limits/daily-usage.server.ts";
import { publishTrack } from "#app/features/creation/publish/publish-track.server.ts";
import { openTask, previews } from "#app/features/creation/tasks/server/creation-kinds.server.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { removeOldTasks } from "#app/features/tasks/task-life.server.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { db } from "#db/client.ts";
import { audioTasks, series } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import {
  after,
  beginSeries,
  everyDay,
  nextMidnight,
  publishedTitles,
  runUntilIdle,
  workOn,
} from "#test/series.ts";
import { formatSlot, nextSlot } from "../cadence.ts";
import { leadMs } from "../series.ts";
import { advanceSeries } from "./advance-series.server.ts";
import {
  changeCadence,
  changeEpisode,
  deleteSeries,
  pauseSeries,
  resumeSeries,
  withdrawDraft,
} from "./change-series.server.ts";
import { findSeries } from "./find-series.server.ts";

withDatabase();

type Member = Awaited<ReturnType<typeof addMember>>;
let viewer: Member;
beforeEach(async () => {
  viewer = await addMember();
});

const begin = (o: Parameters<typeof beginSeries>[1] = {}) => beginSeries(viewer, o);

const work = () => workOn(viewer);
const runFor = (now?: Date) => runUntilIdle(viewer, { now });
const titles = () => publishedTitles(viewer);
const used = async () => (await getDailyUsage(viewer)).currentCount;
const shown = (seriesId: number) => findSeries({ viewer, seriesId });
const episodeOf = async (seriesId: number, heading: string) =>
  (await shown(seriesId)).episodes.find((episode) => episode.heading === heading)?.id ?? 0;

test("an episode that is begun while its series is paused or it is dropped is not begun, and uses nothing", async () => {
  const seriesId = await begin();
  await advanceSeries();
  await work();
  const drop = { viewer, seriesId, episodeId: await episodeOf(seriesId, "波"), act: "drop" as const };
  await Promise.all([advanceSeries(), advanceSeries(), changeEpisode(drop)]);
  await changeEpisode(drop);
  const open = await db
    .select({ title: audioTasks.title })
    .from(audioTasks)
    .where(and(eq(audioTasks.userId, viewer.id), openTask));
  // The next one may have been begun in its place.
  expect(open.map(({ title }) => title).filter((title) => title.includes("波"))).toEqual([]);
  expect(await used()).toBe(0);
  expect((await shown(seriesId)).episodes.map(({ number }) => number)).toEqual([null, 1, 2]);
  await runFor();
  expect(await titles()).toEqual(["夜の本 第1回 風", "夜の本 第2回 星"]);
});

test("an episode that is planned while its series is paused or it is dropped is not planned", async () => {
  const paused = await begin();
  const dropped = await begin({ title: "朝の本" });
  const episodeId = await episodeOf(dropped, "波");
  for (let step = 0; step < 2; step++) {
    await advanceSeries();
    await work();
  }
  const { planPublication } = planning;
  const plan = vi.spyOn(planning, "planPublication").mockImplementation(async (o) => {
    // After the worker has looked at it.
    if (o.title.startsWith("夜の本")) await pauseSeries({ viewer, seriesId: paused });
    else await changeEpisode({ viewer, seriesId: dropped, episodeId, act: "drop" });
    await planPublication(o);
  });
  await advanceSeries();
  expect(plan).toHaveBeenCalledTimes(2);
  plan.mockRestore();
  await publishPlanned();
  expect(await titles()).toEqual([]);
  expect((await shown(paused)).problem).toBeNull();
  await resumeSeries({ viewer, seriesId: paused });
  await advanceSeries();
  expect(await titles()).toEqual(["夜の本 第1回 波"]);
});

test("an episode whose plan its author takes back from its draft is not published at its hour", async () => {
  const now = nextMidnight();
  const cadence = { days: everyDay, hour: 7 };
  const seriesId = await begin({ when: "days", ...cadence, now });
  const slot = nextSlot(cadence, now);
  await runFor(after(slot, -leadMs));
  const taskId = (await findDrafts({ viewer })).planned[0]?.taskId ?? "";
  const withdrawal = { viewer, taskId, now: after(slot, -1) };
  expect(await Promise.all([withdrawDraft(withdrawal), withdrawDraft(withdrawal)])).toEqual([true, true]);
  await runFor(after(slot, hourMs));
  expect(await titles()).toEqual([]);
  expect((await shown(seriesId)).state).toBe("paused");
  await resumeSeries({ viewer, seriesId, now: after(slot, 2 * hourMs) });
  await runFor(after(slot, 24 * hourMs));
  expect(await titles()).toEqual(["夜の本 第1回 波"]);
});

test("on new days the next episode has the first of them, also where one was published just before", async () => {
  const start = nextMidnight();
  const days = everyDay;
  const slot = nextSlot({ days, hour: 7 }, start);
  const seriesId = await begin({ when: "days", days, hour: 7, now: start });
  await runFor(after(slot, -leadMs));
  await publishPlanned(slot);
  const cadence = { days, hour: 9 };
  const now = after(slot, hourMs / 2);
  await changeCadence({ viewer, seriesId, cadence, now });
  await advanceSeries({ now });
  const { episodes } = await shown(seriesId);
  expect(episodes.map(({ status }) => status).slice(0, 2)).toEqual([
    "公開しました",
    `${formatSlot(nextSlot(cadence, now))}に公開`,
  ]);
});

test("episodes are moved, dropped and brought back as long as they wait, and numbered as they are published", async () => {
  const seriesId = await begin();
  const act = async (heading: string, act: "up" | "down" | "drop" | "restore" | "remake") =>
    changeEpisode({ viewer, seriesId, episodeId: await episodeOf(seriesId, heading), act });
  await act("星", "up");
  await act("風", "down");
  await act("波", "down");
  await act("波", "drop");
  expect((await shown(seriesId)).episodes.map(({ heading, number }) => [heading, number])).toEqual([
    ["星", 1],
    ["波", null],
    ["風", 2],
  ]);
  await runFor();
  expect(await titles()).toEqual(["夜の本 第1回 星", "夜の本 第2回 風"]);
  await expect(act("星", "drop")).rejects.toThrow(Conflict);
  await act("波", "restore");
  await runFor();
  expect((await titles()).at(-1)).toBe("夜の本 第3回 波");
  const stranger = await addMember();
  await expect(pauseSeries({ viewer: stranger, seriesId })).rejects.toThrow(NotFound);
});

test("a deleted series takes its waiting texts along and leaves its tracks", async () => {
  const seriesId = await begin();
  await advanceSeries();
  await deleteSeries({ viewer, seriesId });
  expect(await db.$count(series, eq(series.userId, viewer.id))).toBe(0);
  expect(await work()).toBe(0);
});

/** A paused series whose first episode its author has published from the page of its draft. */
async function publishWhilePaused(): Promise<number> {
  const seriesId = await begin();
  for (let step = 0; step < 2; step++) {
    await advanceSeries();
    await work();
  }
  await pauseSeries({ viewer, seriesId });
  const { finished } = await findDrafts({ viewer });
  for (const { previewFilename, title } of finished) await publishTrack({ viewer, previewFilename, title });
  expect(await titles()).toEqual(["夜の本 第1回 波"]);
  return seriesId;
}

test("a paused series is deleted although its author has published the episode in the making by hand", async () => {
  const seriesId = await publishWhilePaused();
  const drop = { episodeId: await episodeOf(seriesId, "波"), act: "drop" as const };
  await expect(changeEpisode({ viewer, seriesId, ...drop })).rejects.toThrow(Conflict);
  await deleteSeries({ viewer, seriesId });
  expect(await db.$count(series, eq(series.userId, viewer.id))).toBe(0);
  expect(await titles()).toEqual(["夜の本 第1回 波"]);
});

test("an episode published by hand during a long pause is not made again when the series goes on", async () => {
  const seriesId = await publishWhilePaused();
  await removeOldTasks(previews, after(new Date(), taskLifetimes.episodeMs + hourMs));
  await resumeSeries({ viewer, seriesId });
  await runFor();
  expect(await titles()).toEqual(["夜の本 第1回 波", "夜の本 第2回 風", "夜の本 第3回 星"]);
  expect((await shown(seriesId)).published).toBe(3);
});
