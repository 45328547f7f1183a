import { asc, eq, inArray, isNull } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { Conflict, Invalid } from "#app/features/domain-error.ts";
import { listNotifications } from "#app/features/notifications/server/find-notifications.server.ts";
import { reportTrack } from "#app/features/reports/report-track.server.ts";
import * as takingDown from "#app/features/tracks/moderation/take-down-track.server.ts";
import { db, write } from "#db/client.ts";
import { auditLog, bulkRuns, contactMessages, emails, trackReports, tracks } from "#db/schema/index.ts";
import { DatabaseUnreachable } from "#db/store.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addTrack } from "#test/tracks.ts";
import { parseInquiryFilter } from "../inquiries/inquiries.ts";
import { runInquiryForm } from "../inquiries/run-inquiry-form.server.ts";
import { maxItemsPerRun } from "./bulk-run.ts";
import { cancelBulkRun, findBulkRun, listBulkRuns, startBulkRun } from "./bulk-run-verbs.server.ts";
import { continueBulkRun } from "./continue-bulk-run.server.ts";

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
    ["take-down", "宣伝"],
    ["restore", null],
    ["delete", "宣伝"],
  ] as const) {
    const runId = await startBulkRun({ actor, action, items: trackIds, reason });
    expect(await continueBulkRun({ runId })).toBe(true);
    expect(await findBulkRun(runId)).toMatchObject({ total: 60, doneCount: 60, changedCount: 60 });
    if (action !== "delete")
      expect(new Set(await visibilityOf(trackIds))).toEqual(new Set([action === "restore"]));
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
  const rows = await db.select().from(bulkRuns);
  expect(rows.every(({ items, email }) => items.length === 0 && email === null)).toBe(true);
});

test("a run that is interrupted goes on where it stopped; what has changed meanwhile is left as it is", async () => {
  const [one, other] = [await addMember(), await addMember()];
  const [first, second] = [await addTracks(one.id, 3), await addTracks(other.id, 3)];
  await takingDown.takeDownTrack({ actor, trackId: second[1] ?? 0, reason: "別の理由" });
  const trackIds = [...first, ...second, 2 ** 30];
  const runId = await startBulkRun({ actor, action: "take-down", items: trackIds, reason: "宣伝" });
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

test("an item that the database did not take, because it was away, is no item that is skipped", async () => {
  const trackIds = await addTracks((await addMember()).id, 3);
  const runId = await startBulkRun({ actor, action: "take-down", items: trackIds, reason: "宣伝" });
  const takeDown = vi.spyOn(takingDown, "takeDownLocked");
  takeDown.mockRejectedValueOnce(new DatabaseUnreachable(new Error("terminated")));
  await expect(continueBulkRun({ runId })).rejects.toThrow("can't be reached");
  expect(await findBulkRun(runId)).toMatchObject({ doneCount: 0, changedCount: 0, finishedAt: null });
  // What can't be done at any time does not stop the rest.
  takeDown.mockRejectedValueOnce(new Error("a fault"));
  expect(await continueBulkRun({ runId })).toBe(true);
  expect(await findBulkRun(runId)).toMatchObject({ doneCount: 3, changedCount: 2 });
  expect(await visibilityOf(trackIds)).toEqual([true, false, false]);
});

test("a run that is stopped leaves the rest alone and says what it has done", async () => {
  const author = await addMember();
  const trackIds = await addTracks(author.id, 5);
  const runId = await startBulkRun({ actor, action: "delete", items: trackIds, reason: "宣伝" });
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
  expect((await listBulkRuns(["tracks"])).map(({ id }) => id)).toContain(runId);
  expect(
    (await listBulkRuns(["tracks"], new Date(Date.now() + 3_600_000))).map(({ id }) => id),
  ).not.toContain(runId);
});

const minute = (index: number) => new Date(Date.UTC(2026, 10, 22, 3, index));

test("all open messages of the list are closed, but for those that came or changed after the page", async () => {
  await write(async (tx) => {
    await tx.delete(contactMessages);
    for (let index = 0; index < 23; index++)
      await tx.insert(contactMessages).values({
        name: "夜野",
        email: "kanade@example.com",
        subject: "質問",
        message: "音が出ません",
        createdAt: minute(index),
      });
  });
  const list = parseInquiryFilter(new URLSearchParams());
  const form = { intent: "messages-handle" as const, ids: [], isAll: true, reason: null };
  expect(await runInquiryForm({ ...form, seenAt: minute(21) }, actor, list)).toBeNull();
  const [run] = await listBulkRuns(["messages"]);
  expect(run).toMatchObject({ total: 22, doneCount: 20, changedCount: 20, finishedAt: null });
  const open = await db
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(isNull(contactMessages.handledAt))
    .orderBy(asc(contactMessages.createdAt));
  await write((tx) =>
    tx
      .update(contactMessages)
      .set({ version: 2 })
      .where(eq(contactMessages.id, open[0]?.id ?? 0)),
  );
  await continueBulkRun({ runId: run?.id ?? 0 });
  expect(await findBulkRun(run?.id ?? 0)).toMatchObject({ doneCount: 22, changedCount: 21 });
  expect(await db.$count(contactMessages, isNull(contactMessages.handledAt))).toBe(2);
});

test("reports of all tracks of the list are closed, or the tracks taken down with a reason; a later report stays", async () => {
  const [author, other] = [await addMember(), await addMember()];
  const trackIds = [...(await addTracks(author.id, 2)), ...(await addTracks(other.id, 1))];
  await write((tx) => tx.delete(trackReports));
  const report = { reason: "spam", comment: "" } as const;
  for (const trackId of trackIds) await reportTrack({ viewer: null, trackId, report, now: minute(1) });
  const listOf = (user: string) => parseInquiryFilter(new URLSearchParams({ tab: "reports", author: user }));
  const form = { ids: [], isAll: true, seenAt: minute(2) };
  const taken = { ...form, intent: "reports-take-down" as const, reason: "宣伝" };
  await runInquiryForm(taken, actor, listOf(author.id));
  expect(await visibilityOf(trackIds)).toEqual([false, false, true]);
  expect((await listBulkRuns(["reports"]))[0]).toMatchObject({ total: 2, changedCount: 2 });
  await reportTrack({ viewer: await addMember(), trackId: trackIds[2] ?? 0, report, now: minute(3) });
  await runInquiryForm({ ...form, intent: "reports-close", reason: null }, actor, listOf(other.id));
  const open = await db
    .select({ createdAt: trackReports.createdAt })
    .from(trackReports)
    .where(isNull(trackReports.handledAt));
  expect(open).toEqual([{ createdAt: minute(3) }]);
});

test("nothing, and too much at once, is refused", async () => {
  for (const items of [[], Array.from({ length: maxItemsPerRun + 1 }, (_, n) => n + 1)])
    await expect(startBulkRun({ actor, action: "delete", items, reason: null })).rejects.toThrow(Invalid);
});
