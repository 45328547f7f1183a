// long: starts a server after every crash
// @module-tag release: a crash at each step of two episodes
import { asc, eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { getDailyUsage } from "#app/features/creation/limits/daily-usage.server.ts";
import { db } from "#db/client.ts";
import { audioTasks, playlistItems, series, tracks } from "#db/schema/index.ts";
import { addMember, withDatabase } from "../../database.ts";
import { beginSeries } from "../../series.ts";
import { type RunningServer, startServer } from "../../servers/server.ts";

withDatabase();

let server: RunningServer | undefined;
afterAll(() => server?.kill());

const start = (env: Record<string, string> = {}) => startServer({ env, workers: 1 });

/** Starts the server, and waits until it is killed after its next step. */
async function crashAfterStep(): Promise<void> {
  try {
    server = await start({ CRASH_AT: "series-step" });
    await server.ended;
    await server.kill();
  } catch (error) {
    // A server that works itself is killed before it answers.
    expect(String(error)).toContain("the server ended at start");
  }
}

/** An episode is written, spoken, planned and put into its playlist. */
const stepsPerEpisode = 4;
const headings = ["波", "風"];

test("killed after each step of an episode and the first of the next: every episode is made, paid for, published and listed once", async () => {
  const viewer = await addMember();
  const seriesId = await beginSeries(viewer, { headings });
  const findRow = async () => (await db.select().from(series).where(eq(series.id, seriesId)))[0];
  for (let step = 0; step <= stepsPerEpisode; step++) {
    expect(await findRow()).toMatchObject({ state: "active", problem: null });
    await crashAfterStep();
  }
  server = await start();
  await expect.poll(async () => (await findRow())?.state, { timeout: 90_000, interval: 200 }).toBe("ended");

  const published = await db
    .select({ id: tracks.id, title: tracks.title })
    .from(tracks)
    .where(eq(tracks.userId, viewer.id))
    .orderBy(asc(tracks.id));
  expect(published.map(({ title }) => title)).toEqual(
    headings.map((heading, at) => `夜の本 第${at + 1}回 ${heading}`),
  );
  const listed = await db
    .select({ id: playlistItems.trackId })
    .from(playlistItems)
    .where(eq(playlistItems.playlistId, (await findRow())?.playlistId ?? 0))
    .orderBy(asc(playlistItems.position));
  expect(listed.map(({ id }) => id)).toEqual(published.map(({ id }) => id));
  expect((await getDailyUsage(viewer)).currentCount).toBe(headings.length);
  // A script and its speech for each.
  expect(await db.$count(audioTasks, eq(audioTasks.userId, viewer.id))).toBe(2 * headings.length);
  for (const { id } of published) {
    const audio = await fetch(`${server.origin}/api/stream/${id}`);
    expect(audio.status).toBe(200);
    expect((await audio.arrayBuffer()).byteLength).toBe(Number(audio.headers.get("Content-Length")));
  }
});
