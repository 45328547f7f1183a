import { and, asc, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { describeLength, formatLength } from "#app/engines/speech/voice-pace.ts";
import { approveAccount } from "#app/features/accounts/server/approve-account.server.ts";
import { suspendAccount } from "#app/features/accounts/server/suspend-account.server.ts";
import { operatorActor as actor } from "#app/features/audit/actor.ts";
import { getDailyUsage } from "#app/features/creation/limits/daily-usage.server.ts";
import { openTask, previews } from "#app/features/creation/tasks/server/creation-kinds.server.ts";
import { Conflict, Invalid } from "#app/features/domain-error.ts";
import {
  resetPlaylist,
  restorePlaylist,
  takeDownPlaylist,
} from "#app/features/playlists/server/take-down-playlist.server.ts";
import { saveSource } from "#app/features/sources/server/sources.server.ts";
import { claimTask, endTask } from "#app/features/tasks/task-life.server.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { db } from "#db/client.ts";
import { audioTasks, playlistItems, seriesEpisodes, tracks } from "#db/schema/index.ts";
import { addMember, updateUser, withDatabase } from "#test/database.ts";
import { expectIndexes } from "#test/databases/query-plan.ts";
import {
  after,
  beginSeries,
  chapters,
  everyDay,
  nextMidnight,
  publishedTitles,
  runUntilIdle,
  workOn,
} from "#test/series.ts";
import { nextSlot } from "../cadence.ts";
import { type Division, leadMs, retryMs } from "../series.ts";
import { advanceSeries } from "./advance-series.server.ts";
import {
  changeCadence,
  changeEpisode,
  pauseSeries,
  resumeSeries,
  withdrawDraft,
} from "./change-series.server.ts";
import { findSeries, findSeriesLine, listSeries } from "./find-series.server.ts";
import { planSeries } from "./start-series.server.ts";

withDatabase();

type Member = Awaited<ReturnType<typeof addMember>>;
let viewer: Member;
beforeEach(async () => {
  viewer = await addMember();
});

const begin = (o: Parameters<typeof beginSeries>[1] = {}) => beginSeries(viewer, o);

/** In ms, of the speech of an episode. */
let durationOf = (_title: string): number => 1000;
beforeEach(() => {
  durationOf = () => 1000;
});

const work = () => workOn(viewer, durationOf);
const runFor = (now?: Date) => runUntilIdle(viewer, { now, durationOf });
const titles = () => publishedTitles(viewer);
const used = async () => (await getDailyUsage(viewer)).currentCount;
const shown = (seriesId: number) => findSeries({ viewer, seriesId });
const episodeOf = async (seriesId: number, heading: string) =>
  (await shown(seriesId)).episodes.find((episode) => episode.heading === heading)?.id ?? 0;

test("a text for a single track is told so, with the way to make one", async () => {
  const plan = async (division: Division, lengths: readonly number[]) => {
    const blocks = lengths.map((length) => ({
      kind: "paragraph" as const,
      text: "夜の話です。".repeat(length),
    }));
    const source = { kind: "text" as const, title: "夜", blocks, omitted: [], isTruncated: false };
    const sourceId = await saveSource({ viewer, flow: "v2", source, name: "夜.txt" });
    const { problem, singlePath } = await planSeries({ viewer, sourceId, division });
    return { problem, singlePath: singlePath?.replace(sourceId, "ID") };
  };
  const single = "1回分の長さしかありません。ひとつの音声として作ってください。";
  const inForm = { problem: single, singlePath: "/create-post-v2?step=input&source=ID" };
  expect(await plan("5", [10])).toEqual(inForm);
  expect(await plan("chapters", [10])).toEqual(inForm);
  // More than the form holds: for it sentences are chosen.
  const long = Array.from({ length: 8 }, () => 50);
  expect(await plan("10", long)).toEqual({
    problem: "1回分の長さしかありません。短く分けるか、ひとつの音声として作ってください。",
    singlePath: "/sources/ID/minutes?minutes=5",
  });
  expect(await plan("chapters", long)).toMatchObject({
    problem: "見出しで分けられませんでした。分数で分けてください。",
  });
});

test("free members have 20,000 characters for a series, premium members 100,000, and a longer choice is told", async () => {
  const blocks = Array.from({ length: 30 }, () => ({
    kind: "paragraph" as const,
    text: "夜の話です。".repeat(120),
  }));
  const source = { kind: "text" as const, title: "夜", blocks, omitted: [], isTruncated: false };
  const sourceId = await saveSource({ viewer, flow: "v2", source, name: "夜.txt" });
  const plan = (isPremium: boolean) =>
    planSeries({ viewer: { ...viewer, isPremium }, sourceId, division: "10" });
  expect(await plan(false)).toMatchObject({
    episodes: [],
    problem:
      "文章は21,658文字です。20,000文字までの段落を選んでください。プレミアム会員は100,000文字まで使えます。",
  });
  const { problem, episodes } = await plan(true);
  expect([problem, episodes.length > 1]).toEqual([null, true]);
});

test("a text becomes episodes one after the other, each a daily use, in a playlist of its own; each knows the next", async () => {
  const seriesId = await begin();
  expect(await listSeries(viewer)).toMatchObject([{ id: seriesId, published: 0, count: 3 }]);
  await runFor();
  expect(await titles()).toEqual(["夜の本 第1回 波", "夜の本 第2回 風", "夜の本 第3回 星"]);
  expect(await used()).toBe(3);
  const { state, playlist, episodes, problem } = await shown(seriesId);
  expect([state, problem]).toEqual(["ended", null]);
  expect(episodes.map((episode) => [episode.number, episode.state])).toEqual([
    [1, "published"],
    [2, "published"],
    [3, "published"],
  ]);
  const items = await db
    .select({ trackId: playlistItems.trackId, labels: audioTasks.labels })
    .from(playlistItems)
    .innerJoin(audioTasks, eq(audioTasks.trackId, playlistItems.trackId))
    .where(eq(playlistItems.playlistId, playlist?.id ?? 0))
    .orderBy(asc(playlistItems.position));
  // The first label gives the colours of the covers.
  expect(items.map(({ labels }) => labels)).toEqual(Array(3).fill(["文化・芸術", "科学"]));
  // A model would be told the length that the page has promised.
  const [written] = await db
    .select({ narration: audioTasks.narration })
    .from(audioTasks)
    .where(and(eq(audioTasks.userId, viewer.id), eq(audioTasks.kind, "script")));
  expect(written?.narration?.seconds).toBeGreaterThan(20);
  const [first, , last] = items.map(({ trackId }) => trackId);
  expect(await findSeriesLine({ viewer: null, trackId: first ?? 0 })).toMatchObject({
    ...{
      name: "連続番組「夜の本」",
      number: 1,
      next: { title: "夜の本 第2回 風" },
      followingIds: [expect.any(Number), last],
      goesOn: false,
    },
  });
  expect(await findSeriesLine({ viewer: null, trackId: last ?? 0 })).toMatchObject({ number: 3, next: null });
  expect(await findSeriesLine({ viewer: null, trackId: 2 ** 30 })).toBeNull();
});

test("what operators take out of a playlist, or take down, is on no page of the series that fills it", async () => {
  const seriesId = await begin();
  await runFor();
  const [item] = await db
    .select({ trackId: playlistItems.trackId, playlistId: playlistItems.playlistId })
    .from(playlistItems)
    .innerJoin(seriesEpisodes, eq(seriesEpisodes.trackId, playlistItems.trackId))
    .where(eq(seriesEpisodes.seriesId, seriesId));
  const { trackId = 0, playlistId = 0 } = item ?? {};
  const name = async () => (await findSeriesLine({ viewer: null, trackId }))?.name;
  expect(await name()).toBe("連続番組「夜の本」");
  await takeDownPlaylist({ playlistId, reason: null, actor });
  expect(await name()).toBe("連続番組");
  await restorePlaylist({ playlistId, actor });
  expect(await name()).toBe("連続番組「夜の本」");
  await resetPlaylist({ playlistId, reason: null, actor });
  expect(await name()).toBe("連続番組「題名のない番組」");
  expect(await shown(seriesId)).toMatchObject({ title: "題名のない番組" });
});

test("workers at the same time make each episode once, whatever step it is at", async () => {
  const seriesId = await begin();
  const all = () => Promise.all(Array.from({ length: 4 }, () => advanceSeries()));
  const tasks = () => db.$count(audioTasks, eq(audioTasks.userId, viewer.id));
  await all();
  expect(await tasks()).toBe(1);
  await work();
  await all();
  expect(await tasks()).toBe(2);
  expect(await used()).toBe(1);
  await work();
  await all();
  expect(await titles()).toEqual(["夜の本 第1回 波"]);
  expect(await tasks()).toBe(3);
  const { episodes, problem } = await shown(seriesId);
  expect(episodes.map(({ state }) => state)).toEqual(["published", "making", "waiting"]);
  expect(problem).toBeNull();
});

test("at the end of the day's uses it says so and waits; with premium, and without it again, it goes on", async () => {
  const seriesId = await begin();
  await begin({ title: "朝の本" });
  await runFor();
  expect(await used()).toBe(3);
  const waiting = (await listSeries(viewer)).find(({ state }) => state === "active");
  expect(waiting?.problem).toBe(
    "今日の生成回数（無料プランは1日3回まで）を使い切りました。続きは明日作ります。",
  );
  expect((await shown(seriesId)).count).toBe(3);
  await updateUser(viewer.id, { isPremium: true });
  await runFor(after(new Date(), retryMs));
  expect(await titles()).toHaveLength(6);
  expect((await listSeries(viewer)).map(({ state, problem }) => [state, problem])).toEqual([
    ["ended", null],
    ["ended", null],
  ]);
});

test("on days and an hour each episode is made an hour before and published then; a pause takes it back", async () => {
  const now = nextMidnight();
  const cadence = { days: everyDay, hour: 7 };
  const seriesId = await begin({ when: "days", ...cadence, now });
  const slot = nextSlot(cadence, now);
  await runFor(after(slot, -leadMs - 1));
  expect(await db.$count(audioTasks, eq(audioTasks.userId, viewer.id))).toBe(0);
  await runFor(after(slot, -leadMs));
  expect(await titles()).toEqual([]);
  expect((await shown(seriesId)).episodes.map(({ status }) => status)[0]).toMatch(/7:00に公開$/);
  await pauseSeries({ viewer, seriesId, now: after(slot, -1) });
  await runFor(after(slot, hourMs));
  expect(await titles()).toEqual([]);
  // Resumed after its hour, it is published on the next day.
  await resumeSeries({ viewer, seriesId, now: after(slot, 2 * hourMs) });
  await runFor(after(slot, 3 * hourMs));
  expect(await titles()).toEqual([]);
  await runFor(after(slot, 24 * hourMs));
  expect(await titles()).toEqual(["夜の本 第1回 波"]);
  expect(await used()).toBe(1);
  // On other days from now on: one after the other.
  await changeCadence({ viewer, seriesId, cadence: { days: [], hour: 7 }, now: after(slot, 25 * hourMs) });
  await runFor(after(slot, 25 * hourMs));
  expect(await titles()).toHaveLength(3);
});

test("an episode that fails holds the series up, gives its use back and is made anew when asked", async () => {
  const seriesId = await begin();
  await advanceSeries();
  await work();
  await advanceSeries();
  const [running] = await db
    .select()
    .from(audioTasks)
    .where(and(eq(audioTasks.userId, viewer.id), openTask));
  await claimTask(previews, running?.id ?? "");
  await endTask(previews, running?.id ?? "", { as: "failed", error: "声が出ませんでした" });
  await runFor();
  expect(await shown(seriesId)).toMatchObject({ problem: "声が出ませんでした", published: 0 });
  expect(await used()).toBe(0);
  await changeEpisode({ viewer, seriesId, episodeId: await episodeOf(seriesId, "波"), act: "remake" });
  await runFor();
  expect(await titles()).toHaveLength(3);
});

test("for a suspended author nothing is made and nothing lost", async () => {
  const seriesId = await begin();
  await suspendAccount({ actor, userId: viewer.id, reason: "確認" });
  await runFor();
  expect((await shown(seriesId)).published).toBe(0);
  await approveAccount({ actor, userId: viewer.id });
  await runFor();
  expect(await titles()).toHaveLength(3);
});

test("an episode that is off its promised length by more than a tenth says so, before it is published and after; 要点 promises none", async () => {
  const seriesId = await begin();
  const rows = await db.select().from(seriesEpisodes).where(eq(seriesEpisodes.seriesId, seriesId));
  const secondsOf = (heading: string) => rows.find((row) => row.heading === heading)?.seconds ?? 0;
  const shares: Record<string, number> = { 波: 1.12, 風: 1.09, 星: 0.5 };
  durationOf = (title) => {
    const heading = chapters.find((one) => title.endsWith(one)) ?? "";
    return Math.round(secondsOf(heading) * 1000 * (shares[heading] ?? 1));
  };
  const missed = async () => (await shown(seriesId)).episodes.map((episode) => episode.missed);
  const told = (heading: string) =>
    `${describeLength(secondsOf(heading))}のところ${formatLength(secondsOf(heading) * (shares[heading] ?? 1))}です`;
  for (let step = 0; step < 2; step++) {
    await advanceSeries();
    expect(await missed()).toEqual([null, null, null]);
    await work();
  }
  expect((await shown(seriesId)).published).toBe(0);
  expect(await missed()).toEqual([told("波"), null, null]);
  await runFor();
  expect((await shown(seriesId)).published).toBe(3);
  expect(await missed()).toEqual([told("波"), null, told("星")]);

  const points = await begin({ title: "要点の本", form: "points" });
  const { episodes } = await shown(points);
  expect(episodes.map(({ length }) => length)).toEqual([null, null, null]);
  expect((await shown(seriesId)).episodes.map(({ length }) => length)).toEqual(
    chapters.map((heading) => describeLength(secondsOf(heading))),
  );
});

test("a form that is sent twice begins one series; of another text than was shown none", async () => {
  const seriesId = await begin();
  expect(await begin()).toBe(seriesId);
  await expect(begin({ title: "別の本", version: "1-1" })).rejects.toThrow(Conflict);
  await expect(begin({ title: "死ね" })).rejects.toThrow(Invalid);
});

test("what is due, and what pages show, is found by indexes", async () => {
  await begin();
  await runFor();
  const [track] = await db.select({ id: tracks.id }).from(tracks).where(eq(tracks.userId, viewer.id));
  const due = { of: /from "series" inner join "users"/, count: 1 };
  await expectIndexes(() => advanceSeries(), due);
  await expectIndexes(() => advanceSeries({ userId: viewer.id }), due);
  await expectIndexes(() => listSeries(viewer), { of: /from "series" where/, count: 1 });
  const ofDraft = { of: /from "series" inner join "series_episodes"/, count: 1 };
  await expectIndexes(() => withdrawDraft({ viewer, taskId: "" }).catch(() => null), ofDraft);
  const line = { of: /"series_episodes"."track_id" = /, count: 1 };
  await expectIndexes(() => findSeriesLine({ viewer, trackId: track?.id ?? 0 }), line);
});
