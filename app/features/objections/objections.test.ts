import { eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import "#app/server/register-features.ts";
import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import * as audit from "#app/features/audit/record-audit.server.ts";
import { Conflict, NotFound, QuotaReached } from "#app/features/domain-error.ts";
import { validate } from "#app/features/validate.ts";
import { db, write } from "#db/client.ts";
import { auditLog, caseEntries, clips, emails, objections, tracks } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { withSettings } from "#test/settings.ts";
import { addTrack } from "#test/tracks.ts";
import { appealTakedown } from "./appeal-takedown.server.ts";
import { listOwnTakedowns } from "./appeals.server.ts";
import { eraseOldObjections } from "./erase-objections.server.ts";
import { fileObjection } from "./file-objection.server.ts";
import { findObjectionSubject } from "./find-subject.server.ts";
import {
  addObjectionNote,
  addObjectorMessage,
  answerObjection,
  closeObjection,
  reopenObjection,
  restoreAfterAppeal,
  takeDownForObjection,
} from "./objection-verbs.server.ts";
import { objectionSchema } from "./objections.schema.ts";
import { findObjectionCase, listObjections, readOwnObjection } from "./objections.server.ts";
import { readYearFigures } from "./year-figures.server.ts";
import { figuresCsv } from "./year-figures.ts";

withDatabase();
withSettings({ SUPPORT_EMAIL: "support@mugen.example", PUBLIC_ORIGIN: "https://mugen.example" });

beforeEach(async () => {
  await write(async (tx) => {
    await tx.delete(objections);
    await tx.delete(emails);
    await tx.delete(auditLog);
  });
});

const actor = { kind: "admin", name: "admin" } as const;
const dayMs = 24 * 60 * 60 * 1000;
const start = Date.UTC(2026, 10, 22, 3);
const at = (day: number) => new Date(start + day * dayMs);

const typed = {
  target: "https://other.example/7",
  party: "voice",
  demand: "take-down",
  explanation: "わたしの声をまねています。",
  name: "響 うた",
  email: "typed@example.com",
};

async function file(options: { target?: string; day?: number; viewer?: { id: string } } = {}) {
  const { day = 0, viewer = null, ...more } = options;
  const objection = validate(objectionSchema, { ...typed, ...more });
  const filed = await fileObjection({ viewer, objection, now: at(day) });
  if (!filed) throw new Error("not filed");
  const [row] = await db.select().from(objections).where(eq(objections.receipt, filed.receipt));
  return { ...filed, id: row?.id ?? 0 };
}

test("an objection has a receipt and seven days; its email to the typed address has none of the typed words", async () => {
  const filed = await file();
  expect(filed.receipt).toMatch(/^M[2-9A-Z]{4}-[2-9A-Z]{4}$/);
  expect(filed.token.length).toBeGreaterThanOrEqual(32);
  const [own] = await db.select().from(emails).where(eq(emails.to, typed.email));
  expect(own).toMatchObject({ template: "objection-receipt", values: { receipt: filed.receipt } });
  for (const word of [typed.explanation, typed.name, typed.target])
    expect(JSON.stringify(own?.values)).not.toContain(word);
  expect(await db.$count(emails, eq(emails.to, "support@mugen.example"))).toBe(1);
  expect(await readOwnObjection(filed)).toMatchObject({
    ...typed,
    dueAt: at(7),
    closedAt: null,
    entries: [],
  });
  // Posted twice it is the same one; a bot's is none.
  expect((await file()).receipt).toBe(filed.receipt);
  const bot = validate(objectionSchema, { ...typed, website: "https://spam.example" });
  expect(await fileObjection({ viewer: null, objection: bot })).toBe(null);
  expect(await db.$count(objections)).toBe(1);
});

test("only receipt and token together open the objector's page, which has no notes", async () => {
  const filed = await file();
  const other = await file({ day: 1 });
  await addObjectionNote({ id: filed.id, actor, text: "運営のメモ" });
  for (const wrong of ["", other.token, `${filed.token}x`, filed.token.slice(1)])
    await expect(readOwnObjection({ receipt: filed.receipt, token: wrong }), wrong).rejects.toThrow(NotFound);
  const unknown = { receipt: "M2222-2222", token: filed.token };
  await expect(readOwnObjection(unknown)).rejects.toThrow(NotFound);
  await expect(addObjectorMessage({ ...filed, token: other.token, message: "見せて" })).rejects.toThrow(
    NotFound,
  );
  expect((await readOwnObjection(filed)).entries).toEqual([]);
  expect(await db.$count(caseEntries, eq(caseEntries.kind, "message"))).toBe(0);
});

test("a link names a track, a playlist, a member or a clip's track; of other sites, nothing", async () => {
  const { id: userId, customUserId } = await addMember({ customUserId: "Kanade" });
  const trackId = await addTrack({ userId });
  const playlistId = Number(await addPlaylist({ userId, trackIds: [], name: "夜" }));
  await write((tx) =>
    tx.insert(clips).values({
      id: "clip1",
      ...{ userId, trackId, firstTurn: 0, firstSentence: 0, lastTurn: 0, lastSentence: 0 },
      ...{ startMs: 0, endMs: 1000, createdAt: at(0) },
    }),
  );
  const none = { trackId: null, memberId: null, playlistId: null };
  const origin = "https://mugen.example";
  for (const [target, found] of [
    [`${origin}/track/${trackId}?t=3`, { trackId }],
    [`/${customUserId}/track/${trackId}`, { trackId }],
    [`${origin}/clip/clip1`, { trackId }],
    [`${origin}/embed/track/${trackId}`, { trackId }],
    [`${origin}/audio/${trackId}.mp3?quality=high`, { trackId }],
    [`${origin}/?track=${trackId}`, { trackId }],
    [`http://mugen.example/track/${trackId}`, { trackId }],
    ["mugen.example/kanade", { memberId: userId }],
    [`/playlists/${playlistId}`, { playlistId }],
    [`${origin}/kanade`, { memberId: userId }],
    [`/user/${userId}`, { memberId: userId }],
    [`https://other.example/track/${trackId}`, {}],
    ["/track/999999999", {}],
    ["夜の音声です", {}],
    ["", {}],
  ] as const)
    expect(await findObjectionSubject(target), target).toEqual({ ...none, ...found });
});

test("what is due next comes first; a decision is emailed, kept and in the log", async () => {
  const [later, sooner] = [await file({ day: 2 }), await file({ day: 1, target: "/another" })];
  const due = async (isOpen: boolean) =>
    (await listObjections({ isOpen, offset: 0, limit: 10 })).map(({ id }) => id);
  expect(await due(true)).toEqual([sooner.id, later.id]);
  await answerObjection({ id: sooner.id, seenVersion: 1, actor, text: "どの部分ですか。", now: at(3) });
  await closeObjection({
    id: sooner.id,
    seenVersion: 2,
    actor,
    text: "別の声でした。",
    outcome: "rejected",
    now: at(4),
  });
  expect([await due(true), await due(false)]).toEqual([[later.id], [sooner.id]]);
  const { outcome, closedAt, entries } = await readOwnObjection(sooner);
  expect([outcome, closedAt]).toEqual(["rejected", at(4)]);
  expect(entries.map(({ kind, text }) => [kind, text])).toEqual([
    ["reply", "どの部分ですか。"],
    ["handle", "別の声でした。"],
  ]);
  const answers = await db.select().from(emails).where(eq(emails.template, "objection-answer"));
  expect(answers.map(({ to }) => to)).toEqual([typed.email, typed.email]);
  const log = await db.select().from(auditLog).orderBy(auditLog.id);
  expect(log.map(({ action, after }) => [action, after])).toEqual([
    ["objection.answer", null],
    ["objection.close", { state: "rejected" }],
  ]);
});

test("the track is taken down with the decision or not at all; the author is told the reason, not who objected", async () => {
  const author = await addMember();
  const trackId = await addTrack({ userId: author.id });
  const filed = await file({ target: `/track/${trackId}` });
  const decision = { id: filed.id, actor, text: "公開を止めました。", reason: "声のため", now: at(1) };
  const isDown = async () =>
    (await db.select().from(tracks).where(eq(tracks.id, trackId)))[0]?.takenDownAt !== null;
  // Another tab saw an older version.
  await expect(takeDownForObjection({ ...decision, seenVersion: 2 })).rejects.toThrow(Conflict);
  expect(await isDown()).toBe(false);
  await takeDownForObjection({ ...decision, seenVersion: 1 });
  expect(await isDown()).toBe(true);
  const [email] = await db.select().from(emails).where(eq(emails.userId, author.id));
  expect(email).toMatchObject({ template: "track-withheld", values: { reason: "声のため" } });
  expect(JSON.stringify(email?.values)).not.toContain(typed.name);
  expect((await findObjectionCase(filed.id)).objection.outcome).toBe("taken-down");
  expect(await db.$count(auditLog)).toBe(2);
  // Nothing of ours: nothing to take down.
  const strange = await file({ day: 2 });
  await expect(takeDownForObjection({ ...decision, id: strange.id, seenVersion: 1 })).rejects.toThrow(
    Conflict,
  );
});

test("without its row in the audit log nothing changes and nothing is sent", async () => {
  const { id } = await file();
  await write((tx) => tx.delete(emails));
  const before = await findObjectionCase(id);
  const decision = { id, seenVersion: 1, actor, text: "お返事です。" };
  for (const act of [
    () => answerObjection(decision),
    () => closeObjection({ ...decision, outcome: "settled" }),
    () => addObjectionNote({ id, actor, text: "メモ" }),
  ]) {
    vi.spyOn(audit, "recordAudit").mockRejectedValueOnce(new Error("no audit"));
    await expect(act()).rejects.toThrow("no audit");
  }
  expect([await findObjectionCase(id), await db.$count(emails)]).toEqual([before, 0]);
});

test("a message after the decision opens the case with a new clock; posted twice it is one, and there are fifty", async () => {
  const filed = await file();
  await closeObjection({
    id: filed.id,
    seenVersion: 1,
    actor,
    text: "いいえ。",
    outcome: "rejected",
    now: at(1),
  });
  for (let time = 0; time < 2; time++)
    await addObjectorMessage({ ...filed, message: "納得できません。", now: at(9) });
  expect(await readOwnObjection(filed)).toMatchObject({
    closedAt: null,
    outcome: null,
    dueAt: at(16),
    version: 3,
  });
  // The operator's page is older than the message.
  const late = closeObjection({ id: filed.id, seenVersion: 2, actor, text: "いいえ。", outcome: "rejected" });
  await expect(late).rejects.toThrow(Conflict);
  await expect(reopenObjection({ id: filed.id, seenVersion: 3, actor })).rejects.toThrow(Conflict);
  const entry = { objectionId: filed.id, kind: "message" as const, author: "夜", createdAt: at(9) };
  await write((tx) => tx.insert(caseEntries).values(Array.from({ length: 49 }, () => entry)));
  await expect(addObjectorMessage({ ...filed, message: "もう一度。", now: at(10) })).rejects.toThrow(
    QuotaReached,
  );
});

test("the author of what was taken down appeals, is answered, and has it back; the objector reads none of it", async () => {
  const [author, other] = [await addMember(), await addMember()];
  const trackId = await addTrack({ userId: author.id });
  const filed = await file({ target: `/track/${trackId}` });
  const { id } = filed;
  const decision = { id, actor, text: "止めました。", reason: "声のため" };
  const appeal = { viewer: author, id, message: "わたしの声です。" };
  await expect(appealTakedown(appeal)).rejects.toThrow(NotFound);
  await takeDownForObjection({ ...decision, seenVersion: 1, now: at(1) });
  await expect(appealTakedown({ ...appeal, viewer: other })).rejects.toThrow(NotFound);
  expect(await listOwnTakedowns(other)).toEqual([]);
  for (let time = 0; time < 2; time++) await appealTakedown({ ...appeal, now: at(2) });
  expect((await findObjectionCase(id)).objection).toMatchObject({
    ...{ closedAt: null, outcome: null, dueAt: at(9), appealedAt: at(2), version: 3 },
  });
  // It stays down.
  await takeDownForObjection({ ...decision, reason: "似ています。", seenVersion: 3, now: at(3) });
  const answer = await db.select().from(emails).where(eq(emails.template, "appeal-answer"));
  expect(answer).toMatchObject([{ to: author.email, values: { text: "似ています。", decision: "upheld" } }]);
  // And comes back after another.
  await appealTakedown({ ...appeal, message: "録音を聴いてください。", now: at(4) });
  await restoreAfterAppeal({ ...decision, text: "戻しました。", reason: "", seenVersion: 5, now: at(5) });
  const told = await db.select().from(emails).where(eq(emails.template, "objection-answer"));
  expect(told.map(({ values }) => values.outcome)).toContain("公開停止を解きました。");
  const [track] = await db.select().from(tracks).where(eq(tracks.id, trackId));
  expect([track?.takenDownAt, track?.isVisible]).toEqual([null, true]);
  const { objection, entries } = await findObjectionCase(id);
  expect(objection).toMatchObject({ outcome: "rejected", appealOutcome: "restored", closedAt: at(5) });
  expect(entries.map(({ kind }) => kind)).toEqual([
    ...["handle", "appeal", "handle", "appeal-reply", "appeal", "handle"],
  ]);
  expect((await readOwnObjection(filed)).entries.map(({ kind }) => kind)).toEqual([
    "handle",
    "handle",
    "handle",
  ]);
  await expect(appealTakedown({ ...appeal, message: "まだです。" })).rejects.toThrow(NotFound);
});

test("the author reads the reason and their own appeals, never who objected or why", async () => {
  const author = await addMember();
  const playlistId = Number(await addPlaylist({ userId: author.id, trackIds: [], name: "夜のリスト" }));
  const { id } = await file({ target: `/playlists/${playlistId}` });
  await takeDownForObjection({ id, actor, text: "止めました。", reason: "名前のため", seenVersion: 1 });
  await appealTakedown({ viewer: author, id, message: "わたしの名前です。" });
  const found = await listOwnTakedowns(author);
  expect(found).toMatchObject([
    {
      title: "夜のリスト",
      reason: "名前のため",
      appeal: { id, isOpen: true, entries: [{ kind: "appeal" }] },
    },
  ]);
  for (const secret of [typed.name, typed.email, typed.explanation, "止めました。"])
    expect(JSON.stringify(found), secret).not.toContain(secret);
  await deleteAccount({ viewer: author });
  expect(await db.$count(caseEntries, eq(caseEntries.kind, "appeal"))).toBe(0);
});

test("the figures of a year count what was received in it, in Tokyo, with the median of days", async () => {
  const decide = { seenVersion: 1, actor, text: "いいえ。" };
  const cases = [await file(), await file({ day: 1 }), await file({ day: 2 }), await file({ day: 3 })];
  for (const [index, { id }] of cases.slice(0, 3).entries())
    await closeObjection({ ...decide, id, outcome: index ? "rejected" : "settled", now: at(index * 3 + 1) });
  // An hour after midnight in Tokyo.
  const next = await file({ day: 39.5, target: "/later" });
  await write((tx) =>
    tx
      .update(objections)
      .set({ createdAt: new Date("2026-12-31T16:00:00Z") })
      .where(eq(objections.id, next.id)),
  );
  const none = { takenDown: 0, appealed: 0, restored: 0 };
  const years = await readYearFigures(new Date("2027-03-01T00:00:00Z"));
  expect(years).toEqual([
    { ...none, year: 2027, received: 1, rejected: 0, settled: 0, open: 1, medianDays: null },
    { ...none, year: 2026, received: 4, rejected: 2, settled: 1, open: 1, medianDays: 3 },
  ]);
  expect(figuresCsv(years).split("\r\n")).toEqual([
    expect.stringMatching(/^\uFEFF年,受け付けた件数,/),
    ...["2027,1,0,0,0,1,,0,0", "2026,4,0,2,1,1,3,0,0", ""],
  ]);
});

test("a year after the decision, or with the objector's account, the texts go and the row stays", async () => {
  const viewer = await addMember();
  const [old, recent, own] = [await file(), await file({ day: 2 }), await file({ day: 3, viewer })];
  const decision = { seenVersion: 1, actor, text: "いいえ。", outcome: "rejected" as const };
  await closeObjection({ ...decision, id: old.id, now: at(4) });
  await closeObjection({ ...decision, id: recent.id, now: at(5) });
  await eraseOldObjections(at(4 + 365));
  await deleteAccount({ viewer });
  const kept = await db.select().from(objections).orderBy(objections.id);
  expect(
    kept.map(({ name, email, explanation, target, token }) => [name, email, explanation, target, token]),
  ).toEqual([
    ["", "", "", "", ""],
    [typed.name, typed.email, typed.explanation, typed.target, recent.token],
    ["", "", "", "", ""],
  ]);
  expect(kept.map(({ outcome, closedAt }) => [outcome, closedAt !== null])).toEqual([
    ["rejected", true],
    ["rejected", true],
    ["settled", true],
  ]);
  expect(await db.$count(caseEntries)).toBe(1);
  await expect(readOwnObjection(old)).rejects.toThrow(NotFound);
  await expect(readOwnObjection({ ...own, token: "" })).rejects.toThrow(NotFound);
});
