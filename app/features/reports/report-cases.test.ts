import { eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import { suspendAccount } from "#app/features/accounts/server/suspend-account.server.ts";
import * as audit from "#app/features/audit/record-audit.server.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { listNotifications } from "#app/features/notifications/server/find-notifications.server.ts";
import { notificationText } from "#app/features/notifications/server/notification-texts.server.ts";
import { restoreTrack, takeDownTrack } from "#app/features/tracks/moderation/take-down-track.server.ts";
import { deleteTrack } from "#app/features/tracks/server/delete-track.server.ts";
import { db, write } from "#db/client.ts";
import { auditLog, caseEntries, trackReports } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addTrack } from "#test/tracks.ts";
import { countOpenReportCases, listReportCases, type ReportCaseFilter } from "./report-cases.server.ts";
import { reportTrack } from "./report-track.server.ts";
import { addReportNote, handleReports, reopenReports, takeDownReportedTrack } from "./report-verbs.server.ts";

withDatabase();

beforeEach(async () => {
  await write(async (tx) => {
    await tx.delete(trackReports);
    await tx.delete(caseEntries);
    await tx.delete(auditLog);
  });
});

const actor = { kind: "admin", name: "admin" } as const;
const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 3, minute));
const report = { reason: "spam", comment: "宣伝です" } as const;

const listCases = (filter: ReportCaseFilter) =>
  listReportCases({ ...filter, offset: 0, limit: 10, maxTotal: 100 });
const idsOf = async (filter: ReportCaseFilter) =>
  (await listCases(filter)).cases.map(({ track }) => track.id);
const toldTo = async (viewer: { id: string }) =>
  (await listNotifications({ viewer, limit: 10 })).groups.map((group) => notificationText(group));

test("the reports of a track are one case; closing it tells each member who reported it once", async () => {
  const author = await addMember();
  const [anna, ben] = [await addMember(), await addMember()];
  const trackId = await addTrack({ userId: author.id, title: "灯台守の一日" });
  await reportTrack({ viewer: anna, trackId, report, now: at(1) });
  await reportTrack({ viewer: null, trackId, report: { ...report, comment: "" }, now: at(2) });
  await reportTrack({ viewer: ben, trackId, report: { reason: "false", comment: "" }, now: at(3) });
  const [found] = (await listCases({ state: "open" })).cases;
  expect(found).toMatchObject({
    track: { id: trackId, title: "灯台守の一日", author: { id: author.id } },
    openCount: 3,
    closedCount: 0,
    latestOpenAt: at(3),
    reports: [{ reason: "spam", reporter: { id: anna.id } }, { reporter: null }, { reason: "false" }],
  });
  expect(await handleReports({ trackId, outcome: "none", note: "確認済み", actor, now: at(5) })).toBe(3);
  expect(await toldTo(anna)).toMatchObject([
    { text: expect.stringContaining("「灯台守の一日」を確認しました"), path: `/track/${trackId}` },
  ]);
  expect(await toldTo(ben)).toHaveLength(1);
  expect(await toldTo(author)).toEqual([]);
  expect([await idsOf({ state: "open" }), await idsOf({ state: "closed" })]).toEqual([[], [trackId]]);
  const [closed] = (await listCases({ state: "closed" })).cases;
  expect(closed).toMatchObject({
    openCount: 0,
    closedCount: 3,
    latestOpenAt: null,
    entries: [{ kind: "handle", outcome: "none", author: "admin", text: "確認済み" }],
  });
  const [logged] = await db.select().from(auditLog);
  expect(logged).toMatchObject({ action: "report.handle", targetType: "track", targetId: String(trackId) });
  expect(logged?.after).toMatchObject({ outcome: "none" });
  expect(logged?.after?.reports).toHaveLength(3);
});

test("reports are not closed as what is not so, or no longer", async () => {
  const [author, viewer] = [await addMember(), await addMember()];
  const trackId = await addTrack({ userId: author.id });
  await reportTrack({ viewer, trackId, report, now: at(1) });
  for (const outcome of ["withheld", "denied"] as const)
    await expect(handleReports({ trackId, outcome, actor })).rejects.toThrow(Conflict);
  expect([await toldTo(viewer), await db.$count(auditLog)]).toEqual([[], 0]);
  await suspendAccount({ userId: author.id, actor, reason: "確認しています" });
  expect(await handleReports({ trackId, outcome: "denied", actor })).toBe(1);
});

test("opened again and closed alike tells nobody twice; another outcome and a report made anew are told, without the title", async () => {
  const viewer = await addMember();
  const trackId = await addTrack({ userId: (await addMember()).id });
  await reportTrack({ viewer, trackId, report, now: at(1) });
  await handleReports({ trackId, outcome: "none", actor });
  expect(await reopenReports({ trackId, actor })).toBe(1);
  await expect(reopenReports({ trackId, actor })).rejects.toThrow(Conflict);
  await handleReports({ trackId, outcome: "none", actor });
  expect(await toldTo(viewer)).toHaveLength(1);
  await reopenReports({ trackId, actor });
  await takeDownTrack({ trackId, reason: null, actor });
  await handleReports({ trackId, outcome: "withheld", actor });
  const [latest] = await toldTo(viewer);
  expect(latest).toMatchObject({ path: "/guidelines" });
  expect(latest?.text).not.toContain("「");
  await restoreTrack({ trackId, actor });
  await reportTrack({ viewer, trackId, report, now: at(9) });
  expect(await idsOf({ state: "open" })).toEqual([trackId]);
  await takeDownTrack({ trackId, reason: null, actor });
  await handleReports({ trackId, outcome: "withheld", actor });
  expect(await toldTo(viewer)).toHaveLength(3);
});

test("what came in after the operator looked stays open; what another tab closed is said", async () => {
  const trackId = await addTrack({ userId: (await addMember()).id });
  await reportTrack({ viewer: await addMember(), trackId, report, now: at(1) });
  await reportTrack({ viewer: await addMember(), trackId, report, now: at(2) });
  expect(await handleReports({ trackId, seenAt: at(1), outcome: "none", actor })).toBe(1);
  await expect(handleReports({ trackId, seenAt: at(1), outcome: "none", actor })).rejects.toThrow(Conflict);
  expect((await listCases({ state: "open" })).cases).toMatchObject([{ openCount: 1, closedCount: 1 }]);
  expect(await idsOf({ state: "closed" })).toEqual([]);
  const closings = await Promise.allSettled(
    [1, 2, 3].map(() => handleReports({ trackId, seenAt: at(2), outcome: "none", actor })),
  );
  expect(closings.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("without its row in the audit log nothing is closed and nobody is told", async () => {
  const viewer = await addMember();
  const trackId = await addTrack({ userId: (await addMember()).id });
  await reportTrack({ viewer, trackId, report });
  vi.spyOn(audit, "recordAudit").mockRejectedValueOnce(new Error("no audit"));
  await expect(handleReports({ trackId, outcome: "none", actor })).rejects.toThrow("no audit");
  vi.spyOn(audit, "recordAudit").mockRejectedValueOnce(new Error("no audit"));
  await expect(addReportNote({ trackId, text: "メモ", actor })).rejects.toThrow("no audit");
  expect(await idsOf({ state: "open" })).toEqual([trackId]);
  expect(await toldTo(viewer)).toEqual([]);
  expect(await db.$count(caseEntries)).toBe(0);
});

test("tracks are listed by their oldest open report, and found by author and reporter", async () => {
  const [author, another, anna, ben] = [
    await addMember(),
    await addMember(),
    await addMember(),
    await addMember(),
  ];
  const [first, second, third] = [
    await addTrack({ userId: author.id }),
    await addTrack({ userId: another.id }),
    await addTrack({ userId: author.id }),
  ];
  await reportTrack({ viewer: anna, trackId: second, report, now: at(2) });
  await reportTrack({ viewer: ben, trackId: first, report, now: at(1) });
  await reportTrack({ viewer: anna, trackId: first, report, now: at(4) });
  await reportTrack({ viewer: ben, trackId: third, report, now: at(3) });
  expect(await idsOf({ state: "open" })).toEqual([first, second, third]);
  expect(await countOpenReportCases(100)).toBe(3);
  expect(await countOpenReportCases(2)).toBe(2);
  expect(await idsOf({ state: "open", posterId: author.id })).toEqual([first, third]);
  expect(await idsOf({ state: "open", reporterId: anna.id })).toEqual([first, second]);
  expect(await idsOf({ state: "open", trackId: third })).toEqual([third]);
  const page = await listReportCases({ state: "open", offset: 1, limit: 1, maxTotal: 2 });
  expect([page.cases.map(({ track }) => track.id), page.total]).toEqual([[second], 2]);
  await handleReports({ trackId: first, outcome: "none", actor, now: at(6) });
  await handleReports({ trackId: second, outcome: "none", actor, now: at(5) });
  expect(await idsOf({ state: "closed" })).toEqual([first, second]);
  await deleteAccount({ viewer: ben });
  const left = (await listCases({ state: "open" })).cases;
  expect(left).toMatchObject([{ track: { id: third }, reports: [{ reporter: null }] }]);
  await deleteAccount({ viewer: author });
  await expect(handleReports({ trackId: first, outcome: "none", actor })).rejects.toThrow(NotFound);
  expect(await db.$count(trackReports, eq(trackReports.trackId, first))).toBe(0);
});

test("taking down from the reports closes them in one step or not at all, and tells author and reporter", async () => {
  const [author, viewer] = [await addMember(), await addMember()];
  const trackId = await addTrack({ userId: author.id, title: "灯台守の一日" });
  await reportTrack({ viewer, trackId, report, now: at(1) });
  const takeDown = () => takeDownReportedTrack({ trackId, seenAt: at(1), reason: "宣伝のため", actor });
  vi.spyOn(audit, "recordAudit")
    .mockResolvedValueOnce(undefined)
    .mockRejectedValueOnce(new Error("no audit"));
  await expect(takeDown()).rejects.toThrow("no audit");
  expect((await listCases({ state: "open" })).cases).toMatchObject([{ track: { isTakenDown: false } }]);
  expect([await toldTo(author), await toldTo(viewer)]).toEqual([[], []]);
  expect(await takeDown()).toBe(1);
  expect((await listCases({ state: "closed" })).cases).toMatchObject([
    {
      track: { isTakenDown: true, isVisible: false },
      entries: [{ outcome: "withheld", text: "宣伝のため" }],
    },
  ]);
  expect([(await toldTo(author)).length, (await toldTo(viewer)).length]).toEqual([1, 1]);
  await expect(takeDown()).rejects.toThrow(Conflict);
  const again = await reopenReports({ trackId, actor });
  expect([again, await takeDown()]).toEqual([1, 1]);
});

test("an operator's deletion of a track tells those whose reports were open; its author's tells nobody", async () => {
  const [author, viewer] = [await addMember(), await addMember()];
  for (const editor of [{ viewer: author }, { actor }]) {
    const trackId = await addTrack({ userId: author.id });
    await reportTrack({ viewer, trackId, report });
    await deleteTrack({ ...editor, trackId });
    expect(await db.$count(trackReports, eq(trackReports.trackId, trackId))).toBe(0);
  }
  expect(await toldTo(viewer)).toMatchObject([{ path: "/guidelines" }]);
  const log = await db.select().from(auditLog).where(eq(auditLog.action, "report.handle"));
  expect(log).toMatchObject([{ after: { outcome: "deleted" } }]);
});
