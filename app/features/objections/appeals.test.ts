import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import "#app/server/register-features.ts";
import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import { Conflict, Invalid, NotFound } from "#app/features/domain-error.ts";
import { takeDownPlaylist } from "#app/features/playlists/server/take-down-playlist.server.ts";
import { restoreTrack, takeDownTrack } from "#app/features/tracks/moderation/take-down-track.server.ts";
import { validate } from "#app/features/validate.ts";
import { db, write } from "#db/client.ts";
import { auditLog, caseEntries, emails, objections, tracks } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { addTrack } from "#test/tracks.ts";
import { appealTakedown, openAppeal } from "./appeal-takedown.server.ts";
import { listOwnTakedowns } from "./appeals.server.ts";
import { fileObjection } from "./file-objection.server.ts";
import { demandLabel } from "./objection.ts";
import {
  answerObjection,
  closeObjection,
  restoreAfterAppeal,
  takeDownForObjection,
} from "./objection-verbs.server.ts";
import { objectionSchema } from "./objections.schema.ts";
import { findObjectionCase, listObjections, readOwnObjection } from "./objections.server.ts";
import { readYearFigures } from "./year-figures.server.ts";

/** Against what an operator took down without an objection. */

withDatabase();

beforeEach(async () => {
  await write(async (tx) => {
    for (const table of [objections, emails, auditLog]) await tx.delete(table);
  });
});

const actor = { kind: "admin", name: "admin" } as const;
const at = (day: number) => new Date(Date.UTC(2026, 10, 1 + day, 3));
const answers = () => db.select().from(emails).where(eq(emails.template, "appeal-answer"));

async function takenDown() {
  const viewer = await addMember();
  const trackId = await addTrack({ userId: viewer.id, title: "夜の声" });
  await takeDownTrack({ trackId, actor, reason: "中傷", now: at(0) });
  const subject = { trackId, playlistId: null };
  return { viewer, trackId, appeal: { viewer, subject, message: "引用です。" } };
}

const onlyCase = async () => {
  const [first, ...more] = await listObjections({ isOpen: true, offset: 0, limit: 9 });
  if (!first || more.length > 0) throw new Error("not one open case");
  return first;
};

test("a takedown without an objection is appealed against once: answered, kept, final", async () => {
  const { viewer, appeal } = await takenDown();
  const stranger = openAppeal({ ...appeal, viewer: await addMember() });
  await expect(stranger).rejects.toThrow(NotFound);
  expect(await listOwnTakedowns(viewer)).toMatchObject([{ kind: "track", reason: "中傷", appeal: null }]);
  for (let time = 0; time < 2; time++) await openAppeal({ ...appeal, now: at(1) });
  await openAppeal({ ...appeal, message: "出典もあります。", now: at(2) });
  const { id, receipt, dueAt, appealedAt, party, demand } = await onlyCase();
  expect([party, dueAt, appealedAt]).toEqual(["author", at(8), at(1)]);
  expect(demandLabel({ party, demand })).toBe("公開停止への異議");
  // Nobody opens it as an objector.
  await expect(readOwnObjection({ receipt, token: "" })).rejects.toThrow(NotFound);

  const decision = { id, actor, text: "出典を教えてください。" };
  await answerObjection({ ...decision, seenVersion: 2, now: at(3) });
  expect(await answers()).toMatchObject([{ to: viewer.email, values: { decision: "none" } }]);
  const taking = takeDownForObjection({ ...decision, reason: "声", seenVersion: 3 });
  await expect(taking).rejects.toThrow(Conflict);
  const kept = { ...decision, text: "中傷です。", outcome: "rejected" } as const;
  await closeObjection({ ...kept, seenVersion: 3, now: at(4) });
  expect((await answers()).map(({ to, values }) => [to, values.decision])).toContainEqual([
    viewer.email,
    "upheld",
  ]);
  const [own] = await listOwnTakedowns(viewer);
  expect(own?.appeal).toMatchObject({ isOpen: false, isFinal: true });
  expect(own?.appeal?.entries.map(({ text }) => text)).toEqual([
    ...["引用です。", "出典もあります。", "出典を教えてください。", "中傷です。"],
  ]);
  await expect(openAppeal({ ...appeal, message: "もう一度。" })).rejects.toThrow(Conflict);
  await expect(appealTakedown({ viewer, id, message: "もう一度。" })).rejects.toThrow(Conflict);
  expect(await db.$count(auditLog, eq(auditLog.action, "objection.close"))).toBe(1);
  const [year] = await readYearFigures(at(9));
  expect(year).toMatchObject({ received: 0, rejected: 0, medianDays: null, appealed: 1, restored: 0 });
});

test("what is restored after the appeal may be appealed against again when it is taken down again", async () => {
  const { viewer, trackId, appeal } = await takenDown();
  await openAppeal({ ...appeal, now: at(1) });
  const { id } = await onlyCase();
  const decision = { id, actor, text: "引用と分かりました。", reason: "", seenVersion: 1 };
  await restoreAfterAppeal({ ...decision, now: at(2) });
  const [track] = await db.select().from(tracks).where(eq(tracks.id, trackId));
  expect([track?.takenDownAt, track?.isVisible]).toEqual([null, true]);
  expect((await findObjectionCase(id)).objection).toMatchObject({
    outcome: "restored",
    appealOutcome: "restored",
  });
  expect(await answers()).toMatchObject([
    { to: viewer.email, values: { decision: "restored", text: decision.text } },
  ]);
  const [year] = await readYearFigures(at(9));
  expect(year).toMatchObject({ received: 0, appealed: 1, restored: 1 });
  await expect(openAppeal(appeal)).rejects.toThrow(NotFound);

  await takeDownTrack({ trackId, actor, reason: null, now: at(5) });
  expect(await listOwnTakedowns(viewer)).toMatchObject([{ appeal: null }]);
  await openAppeal({ ...appeal, now: at(6) });
  expect((await onlyCase()).id).not.toBe(id);
});

async function objectToVoice(trackId: number): Promise<number> {
  const objection = validate(objectionSchema, {
    ...{ target: `/track/${trackId}`, party: "voice", demand: "take-down", explanation: "声" },
    ...{ name: "響", email: "typed@example.com" },
  });
  await fileObjection({ viewer: null, objection, now: at(0) });
  return (await onlyCase()).id;
}

test("an older objection is not the case of a later takedown by an operator", async () => {
  const viewer = await addMember();
  const trackId = await addTrack({ userId: viewer.id });
  const id = await objectToVoice(trackId);
  const decision = { id, actor, text: "止めました。", reason: "声のため", seenVersion: 1 };
  await takeDownForObjection({ ...decision, now: at(1) });
  const subject = { trackId, playlistId: null };
  // The objection's own case takes the words.
  await openAppeal({ viewer, subject, message: "わたしの声です。", now: at(2) });
  expect(await onlyCase()).toMatchObject({ id, party: "voice", appealedAt: at(2) });
  const settled = { id, actor, text: "続けます。", outcome: "settled", seenVersion: 3, now: at(3) } as const;
  await expect(closeObjection(settled), "the author would get no word").rejects.toThrow(Invalid);
  await closeObjection({ ...settled, reason: "似ています。" });
  await restoreTrack({ trackId, actor, now: at(4) });
  await takeDownTrack({ trackId, actor, reason: "中傷", now: at(5) });
  await expect(appealTakedown({ viewer, id, message: "なぜですか。" })).rejects.toThrow(NotFound);
  await openAppeal({ viewer, subject, message: "なぜですか。", now: at(6) });
  expect(await onlyCase()).toMatchObject({ party: "author" });
});

test("words to an author who has appealed reach them, alone or beside the objector's; to one who has not, they are refused", async () => {
  const viewer = await addMember();
  const trackId = await addTrack({ userId: viewer.id });
  const id = await objectToVoice(trackId);
  const early = { id, actor, text: "確かめています。", reason: "声のため", seenVersion: 1 };
  await expect(answerObjection(early)).rejects.toThrow(Invalid);
  await expect(closeObjection({ ...early, outcome: "rejected" })).rejects.toThrow(Invalid);
  expect(await answers()).toEqual([]);
  await takeDownForObjection({ ...early, now: at(1) });
  const subject = { trackId, playlistId: null };
  await openAppeal({ viewer, subject, message: "わたしの声です。", now: at(2) });
  const question = { id, actor, text: "", reason: "録音はありますか。", seenVersion: 3 };
  for (let time = 0; time < 2; time++) await answerObjection({ ...question, now: at(3) });
  expect(await answers()).toMatchObject([
    { to: viewer.email, values: { text: question.reason, decision: "none" } },
  ]);
  const [own] = await listOwnTakedowns(viewer);
  expect(own?.appeal).toMatchObject({ isOpen: true });
  expect(own?.appeal?.entries.map(({ text }) => text)).toEqual(["わたしの声です。", question.reason]);
  const ended = { ...question, text: "話し合いました。", reason: "続けます。", seenVersion: 4 };
  await closeObjection({ ...ended, outcome: "settled", now: at(4) });
  expect((await answers()).map(({ values }) => [values.text, values.decision])).toContainEqual([
    "続けます。",
    "upheld",
  ]);
  expect((await findObjectionCase(id)).objection).toMatchObject({
    outcome: "settled",
    appealOutcome: "upheld",
  });
});

test("a playlist's owner appeals too; nothing they wrote outlives their account", async () => {
  const viewer = await addMember();
  const playlistId = Number(await addPlaylist({ userId: viewer.id, trackIds: [], name: "夜のリスト" }));
  await takeDownPlaylist({ playlistId, actor, reason: "名前のため" });
  await openAppeal({ viewer, subject: { trackId: null, playlistId }, message: "わたしの名前です。" });
  expect(await onlyCase()).toMatchObject({ playlistId, target: `/playlists/${playlistId}` });
  await deleteAccount({ viewer });
  expect(await db.$count(caseEntries)).toBe(0);
  const rows = await db.select().from(objections);
  expect(rows).toMatchObject([
    { name: "", email: "", target: "", playlistId: null, closedAt: expect.any(Date) },
  ]);
});
