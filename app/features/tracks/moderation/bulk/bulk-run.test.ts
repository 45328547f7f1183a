import { asc, eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { Conflict, Invalid } from "#app/features/domain-error.ts";
import { listNotifications } from "#app/features/notifications/server/find-notifications.server.ts";
import { db } from "#db/client.ts";
import { auditLog, emails, trackBulkRuns, tracks } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addTrack } from "#test/tracks.ts";
import { takeDownTrack } from "../take-down-track.server.ts";
import { maxTracksPerRun } from "./bulk-run.ts";
import { cancelBulkRun, startBulkRun } from "./bulk-run-verbs.server.ts";
import { continueBulkRun } from "./continue-bulk-run.server.ts";
import { findBulkRun, listBulkRuns } from "./find-bulk-runs.server.ts";

withDatabase();

const actor = { kind: "admin", name: "admin" } as const;

async function addTracks(userId: string, count: number): Promise<number[]> {
  const ids = [];
  for (let n = 1; n <= count; n++) ids.push(await addTrack({ userId, title: `迷惑 ${n}` }));
  return ids;
}

const emailsTo = (userId: string) =>
  db
    .select({ template: emails.template, values: emails.values })
    .from(emails)
    .where(eq(emails.userId, userId))
    .orderBy(asc(emails.createdAt));

const visibilityOf = async (ids: number[]) =>
  (
    await db
      .select({ isVisible: tracks.isVisible })
      .from(tracks)
      .where(inArray(tracks.id, ids))
      .orderBy(asc(tracks.id))
  ).map(({ isVisible }) => isVisible);

test("a wave of tracks is taken down, restored and deleted, with one email each time", async () => {
  const author = await addMember({ name: "夜野" });
  const trackIds = await addTracks(author.id, 60);
  for (const [action, reason] of [
    ["withhold", "宣伝"],
    ["release", null],
    ["delete", "宣伝"],
  ] as const) {
    const runId = await startBulkRun({ actor, action, trackIds, reason });
    expect(await continueBulkRun({ runId })).toBe(true);
    expect(await findBulkRun(runId)).toMatchObject({ total: 60, doneCount: 60, changedCount: 60 });
    if (action !== "delete")
      expect(new Set(await visibilityOf(trackIds))).toEqual(new Set([action === "release"]));
  }
  expect(await visibilityOf(trackIds)).toEqual([]);
  const titles = Array.from({ length: 20 }, (_, n) => `迷惑 ${n + 1}`).join("\n");
  const subject = { name: "夜野", titles, count: "60" };
  expect(await emailsTo(author.id)).toEqual([
    { template: "track-withheld", values: { ...subject, reason: "宣伝" } },
    { template: "track-released", values: subject },
    { template: "tracks-deleted", values: { ...subject, reason: "宣伝" } },
  ]);
  const entries = await db
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(inArray(auditLog.targetId, trackIds.map(String)));
  expect(Object.groupBy(entries, ({ action }) => action)).toMatchObject({
    "track.withhold": { length: 60 },
    "track.release": { length: 60 },
    "track.delete": { length: 60 },
  });
  // What the run was about is no longer kept.
  const rows = await db.select().from(trackBulkRuns);
  expect(rows.every(({ trackIds: ids, email }) => ids.length === 0 && email === null)).toBe(true);
});

test("a run that is interrupted goes on where it stopped; what has changed meanwhile is left as it is", async () => {
  const [one, other] = [await addMember(), await addMember()];
  const [first, second] = [await addTracks(one.id, 3), await addTracks(other.id, 3)];
  await takeDownTrack({ actor, trackId: second[1] ?? 0, reason: "別の理由" });
  const trackIds = [...first, ...second, 2 ** 30];
  const runId = await startBulkRun({ actor, action: "withhold", trackIds, reason: "宣伝" });
  expect(await continueBulkRun({ runId, maxSteps: 2 })).toBe(false);
  expect(await findBulkRun(runId)).toMatchObject({ doneCount: 2, changedCount: 2, finishedAt: null });
  // Two processes at once.
  await Promise.all([continueBulkRun({ runId }), continueBulkRun({ runId })]);
  expect(await findBulkRun(runId)).toMatchObject({ doneCount: 7, changedCount: 5, isCancelled: false });
  expect(await visibilityOf([...first, ...second])).toEqual(Array(6).fill(false));
  expect((await emailsTo(one.id)).map(({ values }) => values.count)).toEqual(["3"]);
  expect((await emailsTo(other.id)).map(({ values }) => [values.count, values.reason])).toEqual([
    ["1", "別の理由"],
    ["2", "宣伝"],
  ]);
  const { groups } = await listNotifications({ viewer: one, limit: 10 });
  expect(groups).toMatchObject([{ type: "track_withheld", groupSize: 3 }]);
});

test("a run that is stopped leaves the rest alone and says what it has done", async () => {
  const author = await addMember();
  const trackIds = await addTracks(author.id, 5);
  const runId = await startBulkRun({ actor, action: "delete", trackIds, reason: "宣伝" });
  await continueBulkRun({ runId, maxSteps: 2 });
  await cancelBulkRun({ actor, runId });
  await continueBulkRun({ runId });
  expect(await findBulkRun(runId)).toMatchObject({
    changedCount: 2,
    isCancelled: true,
    finishedAt: expect.any(Date),
  });
  expect(await visibilityOf(trackIds)).toHaveLength(3);
  expect((await emailsTo(author.id)).map(({ values }) => values.count)).toEqual(["2"]);
  await expect(cancelBulkRun({ actor, runId })).rejects.toThrow(Conflict);
  expect((await listBulkRuns()).map(({ id }) => id)).toContain(runId);
  expect((await listBulkRuns(new Date(Date.now() + 3_600_000))).map(({ id }) => id)).not.toContain(runId);
});

test("nothing, and too much at once, is refused", async () => {
  for (const trackIds of [[], Array.from({ length: maxTracksPerRun + 1 }, (_, n) => n + 1)])
    await expect(startBulkRun({ actor, action: "delete", trackIds, reason: null })).rejects.toThrow(Invalid);
});
