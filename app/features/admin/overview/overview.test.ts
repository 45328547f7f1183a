import { rm, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { recordBackup } from "#app/features/backup/backup-notes.server.ts";
import { timeBucket } from "#app/features/statistics/metrics.ts";
import { addDays } from "#app/lib/tokyo-day.ts";
import { write } from "#db/client.ts";
import { dialect } from "#db/columns.ts";
import {
  audioTasks,
  contactMessages,
  dailyStatistics,
  emails,
  generationTasks,
  users,
} from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { expectIndexes } from "#test/databases/query-plan.ts";
import { withSettings } from "#test/settings.ts";
import { findAttention, findWaiting } from "./attention.server.ts";
import { readCharts } from "./charts.server.ts";
import { drawChart, roundScale } from "./draw-chart.server.ts";
import { readFirstDay } from "./first-day.server.ts";
import { readInstallationState } from "./installation.server.ts";
import { statisticsCsv } from "./statistics-csv.server.ts";
import { formatBytes, formatValue } from "./units.ts";

withDatabase();
withSettings();

beforeEach(() => write((tx) => tx.delete(dailyStatistics).returning({ day: dailyStatistics.day })));

const now = new Date("2026-11-22T03:00:00Z");
const today = "2026-11-22";
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

/** Statistics of the `days` up to today, the same on each. */
async function fillDays(days: number, values: Record<string, number>) {
  const rows = Array.from({ length: days }, (_, index) => addDays(today, -index)).flatMap((day) =>
    Object.entries(values).map(([metric, value]) => ({ day, metric, value })),
  );
  for (let from = 0; from < rows.length; from += 500)
    await write((tx) => tx.insert(dailyStatistics).values(rows.slice(from, from + 500)));
}

const chart = async (id: string) => (await readCharts(30, now)).charts.find((one) => one.id === id);

test("the list of the first day ticks itself, and goes when what the site needs is done", async () => {
  const settings = environment();
  const done = async () => (await readFirstDay())?.flatMap(({ key, isDone }) => (isDone ? key : []));
  Object.assign(settings, {
    ...{ OPERATOR_NAME: undefined, SUPPORT_EMAIL: undefined, SMTP_URL: undefined },
    ...{ GOOGLE_CLIENT_ID: undefined, STRIPE_PRICE_ID: undefined },
  });
  await rm(path.join(settings.DATA_DIR, "last-backup"), { force: true });
  expect(await done()).toEqual([]);
  Object.assign(settings, { OPERATOR_NAME: "夜野商会" });
  expect(await done()).toEqual([]);
  Object.assign(settings, { SUPPORT_EMAIL: "help@mugen.example", SMTP_URL: "smtp://mail.example" });
  expect(await done()).toEqual(["name", "mail"]);
  Object.assign(settings, { GOOGLE_CLIENT_ID: "client" });
  await recordBackup(now);
  expect(await done()).toEqual(["name", "mail", "sign-in", "backup"]);
  await addMember();
  // Premium need not be sold.
  expect(await readFirstDay()).toBeNull();
});

test("what waits is named with its number and its oldest, and nothing else", async () => {
  expect(await findAttention(now)).toEqual([]);
  const member = await addMember({ state: "pending" });
  await write(async (tx) => {
    await tx
      .update(users)
      .set({ createdAt: ago(50) })
      .where(sql`id = ${member.id}`);
    const message = { name: "a", email: "a@example.com", subject: "s", message: "m" };
    await tx.insert(contactMessages).values([
      { ...message, createdAt: ago(3) },
      { ...message, createdAt: ago(1) },
      { ...message, createdAt: ago(99), handledAt: now, outcome: "handled" },
    ]);
    const email = { to: "a@example.com", template: "x", values: {}, dueAt: now };
    await tx.insert(emails).values([
      { ...email, id: "failed", error: "550", createdAt: ago(5) },
      { ...email, id: "waiting", createdAt: ago(9) },
    ]);
    const task = { userId: member.id, kind: "preview", flow: "v2", inputText: "a", expiresAt: now } as const;
    await tx.insert(audioTasks).values([
      { ...task, id: "1", state: "failed", createdAt: ago(2), updatedAt: ago(2) },
      { ...task, id: "2", state: "failed", isDiscarded: true, createdAt: ago(8), updatedAt: ago(8) },
      { ...task, id: "3", state: "queued", createdAt: ago(1), updatedAt: ago(1) },
      { ...task, id: "4", state: "queued", createdAt: now, updatedAt: now },
    ]);
    const generation = { speakingRate: 1, stageLog: [], createdAt: ago(4), updatedAt: ago(4) };
    const ofText = { ...generation, kind: "text", inputText: "a" } as const;
    await tx.insert(generationTasks).values([
      { ...generation, id: "1", kind: "theme", activeKey: "1", state: "failed" },
      { ...ofText, id: "2", activeKey: "2", state: "failed" },
      { ...ofText, id: "3", activeKey: "3", state: "failed", updatedAt: ago(6) },
      { ...ofText, id: "4", activeKey: "4", state: "cancelled" },
    ]);
  });
  const found = await findAttention(now);
  expect(found.map(({ key, count, oldest }) => [key, count, oldest])).toEqual([
    ["accounts", 1, "2日前"],
    ["messages", 2, "3時間前"],
    ["tasks", 1, "2時間前"],
    ["waiting-tasks", 1, "1時間前"],
    ["generation-tasks", 1, "4時間前"],
    ["text-tasks", 2, "6時間前"],
    ["emails", 1, "5時間前"],
  ]);
});

test("amounts are compared with the period before, where all of it is recorded", async () => {
  await fillDays(45, { plays: 10, storage_bytes: 1e9 });
  expect(await chart("plays")).toMatchObject({ headline: "300回", comparison: null });
  await fillDays(0, {});
  await write((tx) => tx.delete(dailyStatistics));
  await fillDays(60, { plays: 10, storage_bytes: 1e9 });
  await write((tx) =>
    tx
      .update(dailyStatistics)
      .set({ value: 20 })
      .where(sql`metric = 'plays' and day > ${addDays(today, -30)}`),
  );
  expect(await chart("plays")).toMatchObject({
    headline: "600回",
    comparison: "前の30日（300回）より +100%",
  });
  expect(await chart("storage")).toMatchObject({ headline: "1.0 GB", comparison: "この30日で ±0 MB" });
});

test("a day without a counter is 0 once everything is recorded, and nothing before", async () => {
  await fillDays(3, { storage_bytes: 1, members_total: 5 });
  await write((tx) =>
    tx.insert(dailyStatistics).values({ day: addDays(today, -10), metric: "members_joined", value: 4 }),
  );
  const charts = await readCharts(30, now);
  expect(charts.recordedSince).toBe("2026-11-20");
  const values = (id: string) => charts.charts.find((one) => one.id === id)?.series[0]?.values.slice(-4);
  expect(values("plays")).toEqual([null, 0, 0, 0]);
  expect(values("members")).toEqual([null, 5, 5, 5]);
  expect(await chart("arrivals")).toMatchObject({ headline: "入会 4人 · 退会・拒否 0人" });
});

test("an empty installation has no charts to draw", async () => {
  const { charts, hasRecords } = await readCharts(90, now);
  expect(hasRecords).toBe(false);
  for (const { drawing, headline } of charts) expect([drawing, headline]).toEqual([null, "–"]);
});

test("mean and p95 of generations come from the counts of the period", async () => {
  await fillDays(2, {
    storage_bytes: 1,
    generations_completed: 20,
    generation_seconds: 300,
    [timeBucket(10)]: 18,
    [timeBucket(60)]: 2,
  });
  const times = await chart("generation-times");
  expect(times?.headline).toMatch(/^平均 15秒 · 95% 6[0-9]秒$/);
  expect(times?.series[0]?.values.slice(-3)).toEqual([null, 15, 15]);
});

test.each([
  [0, 7, [0, 2, 4, 6, 8]],
  [0, 0.27, [0, 0.1, 0.2, 0.3]],
  [-2, 4, [-2, 0, 2, 4]],
  [930, 1010, [920, 940, 960, 980, 1000, 1020]],
  [0, 1_000_000, [0, 200_000, 400_000, 600_000, 800_000, 1_000_000]],
])("a scale around %d and %d ends at round marks", (low, high, marks) => {
  expect(roundScale(low, high)).toEqual({ bottom: marks[0], top: marks.at(-1), marks });
});

test("bars stand on each other or hang, and a line is interrupted where nothing is known", () => {
  const bars = drawChart(
    "bars",
    [
      [1, 0, 3],
      [1, null, 1],
    ],
    "回",
  );
  expect(bars?.ticks.map(({ label }) => label)).toEqual(["0", "1", "2", "3", "4"]);
  expect(bars?.paths).toEqual([
    "M1.2 75h7.6V100h-7.6zM21.2 25h7.6V100h-7.6z",
    "M1.2 50h7.6V75h-7.6zM21.2 0h7.6V25h-7.6z",
  ]);
  const opposed = drawChart("opposed", [[4], [2]], "人");
  expect(opposed?.ticks.at(0)?.label).toBe("2");
  expect(opposed?.paths[1]).toMatch(/V100h/);
  const line = drawChart("line", [[1, null, 2, 3]], "人");
  expect(line?.paths[0]).toMatch(/^M0 [\d.]+h10M25,[\d.]+L35,0$/);
  expect(drawChart("line", [[null]], "人")).toBeNull();
  for (const drawn of [drawChart("bars", [[0, 0]], "人"), drawChart("line", [[7, 7]], "秒")])
    expect(JSON.stringify(drawn)).not.toMatch(/NaN|null/);
});

test("the file has a line a day, and is empty where nothing is known", async () => {
  await fillDays(1, { plays: 3, storage_bytes: 2e9, members_total: 4, listening_seconds: 1.25 });
  const text = await statisticsCsv(30, now);
  expect(text.startsWith("\ufeff日付,入会,")).toBe(true);
  const lines = text.trim().split("\r\n");
  expect(lines).toHaveLength(31);
  const columns = lines[0]?.split(",").length;
  for (const line of lines) expect(line.split(",")).toHaveLength(columns ?? 0);
  expect(lines.at(-1)).toMatch(/^2026-11-22,0,0,0,3,1\.3,0,/);
  expect(lines.at(-2)).toMatch(/^2026-11-21,+$/);
});

test("the last backup is the time of its file", async () => {
  const marker = path.join(environment().DATA_DIR, "last-backup");
  await rm(marker, { force: true });
  expect((await readInstallationState(now)).backup).toBeNull();
  await writeFile(marker, "");
  await utimes(marker, ago(47), ago(47));
  expect((await readInstallationState(now)).backup).toEqual({ ago: "1日前", isOld: false });
  await utimes(marker, ago(49), ago(49));
  const { backup, disk } = await readInstallationState(now);
  expect(backup).toEqual({ ago: "2日前", isOld: true });
  expect(disk?.free).toMatch(/ [MGT]B$/);
});

test.each([
  [999_999, "回", "999,999回"],
  [1_234_567, "人", "1,234,567人"],
  [3.14, "秒", "3.1秒"],
  [31.4, "秒", "31秒"],
  [null, "本", "–"],
  [1.25e9, "バイト", "1.3 GB"],
] as const)("%s %s is %s", (value, unit, text) => expect(formatValue(value, unit)).toBe(text));

test("sizes are short", () =>
  expect([0, 999_999, 12_345_678, 4.2e12].map(formatBytes)).toEqual(["0 MB", "1.0 MB", "12.3 MB", "4.2 TB"]));

test("what waits for the operator is found by indexes", () => {
  Object.assign(environment(), { STRIPE_PRICE_ID: "price_1" });
  // Of these there are a few.
  return expectIndexes(() => findAttention(now), {
    of: / from "(?!engine_circuits|generation_tasks|stripe_cancellations|disputes)/,
    count: 12,
  });
});

// Postgres has two indexes of the few disputes that wait, and sorts them where it takes the other one.
test.skipIf(dialect === "postgres")("what operators are told of payments is found by indexes", () =>
  expectIndexes(() => findWaiting(new Set(["payments", "charges"]), now), {
    of: / from "(disputes|failed_payments)"/,
    count: 3,
  }),
);
