import { asc, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { officialAccount } from "#app/features/accounts/account.ts";
import { suspendAccount } from "#app/features/accounts/server/suspend-account.server.ts";
import { Conflict, Forbidden, NotFound } from "#app/features/domain-error.ts";
import { listNotifications } from "#app/features/notifications/server/find-notifications.server.ts";
import { notificationText } from "#app/features/notifications/server/notification-texts.server.ts";
import { db, write } from "#db/client.ts";
import { auditLog, emails, trackReports } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { withSettings } from "#test/settings.ts";
import { addTrack } from "#test/tracks.ts";
import { countOpenReportCases, listReportCases } from "./report-cases.server.ts";
import { reportMember, reportPlaylist } from "./report-member-or-playlist.server.ts";
import { reportTrack } from "./report-track.server.ts";
import { addReportNote, handleReports, reopenReports } from "./report-verbs.server.ts";
import { findOwnReport } from "./reports.server.ts";
import { listMemberCases, listPlaylistCases } from "./subject-cases.server.ts";

withDatabase();
withSettings({ SUPPORT_EMAIL: "support@mugen.example" });

beforeEach(() => write((tx) => tx.delete(trackReports)));

const actor = { kind: "admin", name: "admin" } as const;
const report = { reason: "violence", comment: "ひどい名前です" } as const;
const paging = { offset: 0, limit: 10, maxTotal: 100 };
const at = (minute: number) => new Date(Date.UTC(2026, 10, 27, 3, minute));
const toldTo = async (viewer: { id: string }) =>
  (await listNotifications({ viewer, limit: 10 })).groups.map((group) => notificationText(group));

test("a member has one report of each member and playlist, a visitor's that is posted twice is one, a day's send one email", async () => {
  const [owner, viewer] = [await addMember({ name: "月の舟" }), await addMember()];
  const playlistId = await addPlaylist({ userId: owner.id, trackIds: [], name: "夜のリスト" });
  for (const [subject, send] of [
    [
      { memberId: owner.id },
      (o: Parameters<typeof reportMember>[0]) => reportMember({ ...o, memberId: owner.id }),
    ],
    [{ playlistId }, (o: Parameters<typeof reportMember>[0]) => reportPlaylist({ ...o, playlistId })],
  ] as const) {
    await write((tx) => tx.delete(trackReports));
    const sent = { memberId: owner.id, report, now: at(1) };
    await send({ ...sent, viewer });
    await send({ ...sent, viewer, report: { ...report, comment: "" } });
    await send({ ...sent, viewer: null });
    await send({ ...sent, viewer: null });
    expect(await db.select().from(trackReports).orderBy(asc(trackReports.id))).toMatchObject([
      { ...subject, userId: viewer.id, comment: "" },
      { ...subject, userId: null },
    ]);
    expect(await findOwnReport({ viewer, subject })).toMatchObject({ reason: "violence", comment: "" });
  }
  const sentEmails = (await db.select().from(emails)).map(({ values }) => [values.noun, values.title]);
  expect(sentEmails).toEqual([
    ["会員", "月の舟"],
    ["プレイリスト", "夜のリスト"],
  ]);
});

test("nobody reports themselves, what others do not see, or the official account", async () => {
  const [owner, viewer] = [await addMember(), await addMember()];
  const [open, hidden] = [
    await addPlaylist({ userId: owner.id, trackIds: [] }),
    await addPlaylist({ userId: owner.id, trackIds: [], isPublic: false }),
  ];
  await expect(reportMember({ viewer: owner, memberId: owner.id, report })).rejects.toThrow(Forbidden);
  await expect(reportPlaylist({ viewer: owner, playlistId: open, report })).rejects.toThrow(Forbidden);
  await expect(reportPlaylist({ viewer, playlistId: hidden, report })).rejects.toThrow(NotFound);
  await expect(reportMember({ viewer, memberId: officialAccount.id, report })).rejects.toThrow(NotFound);
  await suspendAccount({ userId: owner.id, actor, reason: "確認しています" });
  await expect(reportMember({ viewer, memberId: owner.id, report })).rejects.toThrow(NotFound);
  await expect(reportPlaylist({ viewer, playlistId: open, report })).rejects.toThrow(NotFound);
  expect(await db.$count(trackReports)).toBe(0);
});

test("reports of tracks, members and playlists are cases of their own, closed with a note and a row of the log, reopened, and told", async () => {
  const [owner, viewer] = [await addMember({ name: "月の舟" }), await addMember()];
  const playlistId = await addPlaylist({ userId: owner.id, trackIds: [], name: "夜のリスト" });
  const trackId = await addTrack({ userId: owner.id });
  await reportTrack({ viewer, trackId, report });
  await reportMember({ viewer, memberId: owner.id, report, now: at(1) });
  await reportMember({ viewer: null, memberId: owner.id, report, now: at(2) });
  await reportPlaylist({ viewer, playlistId, report, now: at(3) });
  const open = { ...paging, state: "open" } as const;
  expect((await listReportCases(open)).cases.map(({ track }) => track.id)).toEqual([trackId]);
  const members = await listMemberCases(open);
  expect([members.total, members.cases]).toMatchObject([
    1,
    [{ member: { id: owner.id, name: "月の舟" }, openCount: 2, latestOpenAt: at(2) }],
  ]);
  expect((await listPlaylistCases({ ...open, ownerId: owner.id })).cases).toMatchObject([
    { playlist: { id: playlistId }, owner: { id: owner.id }, reports: [{ reporter: { id: viewer.id } }] },
  ]);
  expect(
    await Promise.all(
      (["track", "member", "playlist"] as const).map((kind) => countOpenReportCases(10, kind)),
    ),
  ).toEqual([1, 1, 1]);

  const subject = { memberId: owner.id };
  await expect(handleReports({ ...subject, outcome: "denied", actor })).rejects.toThrow(Conflict);
  await expect(handleReports({ playlistId, outcome: "withheld", actor })).rejects.toThrow(Conflict);
  await addReportNote({ ...subject, text: "名前を確かめた", actor });
  expect(await handleReports({ ...subject, seenAt: at(1), outcome: "none", note: "問題なし", actor })).toBe(
    1,
  );
  expect((await listMemberCases(open)).cases).toMatchObject([{ openCount: 1, closedCount: 1 }]);
  expect(await handleReports({ ...subject, outcome: "none", actor })).toBe(1);
  expect((await listMemberCases({ ...paging, state: "closed" })).cases).toMatchObject([
    { entries: [{ kind: "note" }, { kind: "handle", text: "問題なし" }, { kind: "handle" }] },
  ]);
  expect(await toldTo(viewer)).toMatchObject([
    { text: expect.stringContaining("今回は公開を続ける"), path: "/guidelines" },
  ]);
  expect(await reopenReports({ ...subject, actor })).toBe(2);
  const log = await db.select().from(auditLog).where(eq(auditLog.targetId, owner.id));
  expect(log.map(({ action, targetType }) => [action, targetType])).toEqual([
    ["report.note", "user"],
    ["report.handle", "user"],
    ["report.handle", "user"],
    ["report.reopen", "user"],
  ]);
  // The track's case is another one.
  expect((await listReportCases(open)).cases).toMatchObject([{ openCount: 1, entries: [] }]);
});
