import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import { Forbidden, Invalid, NotAuthenticated, NotFound } from "#app/features/domain-error.ts";
import { validate } from "#app/features/validate.ts";
import { db } from "#db/client.ts";
import { emails, reportReasons, trackReports } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { withSettings } from "#test/settings.ts";
import { addTrack, updateTrack } from "#test/tracks.ts";
import { offeredReasons } from "./report.ts";
import { reportTrack } from "./report-track.server.ts";
import { reportForm, reportSchema } from "./reports.schema.ts";
import { findOwnReport } from "./reports.server.ts";

withDatabase();
withSettings({ SUPPORT_EMAIL: "support@mugen.example" });

const report = { reason: "false" as const, comment: "日付がちがいます。" };
const reportsOf = (trackId: number) =>
  db.select().from(trackReports).where(eq(trackReports.trackId, trackId)).orderBy(trackReports.id);
const emailsAbout = async (trackId: number) =>
  (await db.select().from(emails)).filter(({ values }) => values.path === `/track/${trackId}`);

test("a member has one report per track, and changes it by reporting again", async () => {
  const trackId = await addTrack({ userId: (await addMember()).id, title: "夜の音" });
  const viewer = await addMember();
  await reportTrack({ viewer, trackId, report });
  await reportTrack({ viewer, trackId, report: { reason: "spam", comment: "" } });
  expect(await reportsOf(trackId)).toMatchObject([{ userId: viewer.id, reason: "spam", comment: "" }]);
  expect(await findOwnReport({ viewer, subject: { trackId } })).toEqual({
    reason: "spam",
    comment: "",
    line: undefined,
  });
  expect(await findOwnReport({ viewer: await addMember(), subject: { trackId } })).toBeNull();
});

test("a day's reports for one reason send one email; a visitor's report does not suppress a member's", async () => {
  const trackId = await addTrack({ userId: (await addMember()).id, title: "夜の音" });
  const people = await Promise.all([1, 2, 3].map(() => addMember()));
  const now = new Date();
  await reportTrack({ viewer: null, trackId, report, now });
  await reportTrack({ viewer: null, trackId, report: { ...report, comment: "また" }, now });
  expect(await emailsAbout(trackId)).toHaveLength(1);
  await Promise.all(people.map((viewer) => reportTrack({ viewer, trackId, report, now })));
  expect(await reportsOf(trackId)).toHaveLength(5);
  expect(await emailsAbout(trackId)).toHaveLength(2);
  const another = { reason: "spam" as const, comment: "" };
  await reportTrack({ viewer: people[0] ?? null, trackId, report: another, now });
  expect(await emailsAbout(trackId)).toHaveLength(3);
  const tomorrow = new Date(now.getTime() + 25 * 60 * 60_000);
  await reportTrack({ viewer: people[1] ?? null, trackId, report, now: tomorrow });
  const sent = await emailsAbout(trackId);
  expect(sent.map(({ values }) => values.reason).sort()).toEqual([
    "事実と異なる",
    "事実と異なる",
    "事実と異なる",
    "宣伝やスパムである",
  ]);
  for (const email of sent)
    expect(email).toMatchObject({
      to: "support@mugen.example",
      template: "track-report",
      values: { title: "夜の音" },
    });
});

test("a visitor's double click is one report", async () => {
  const trackId = await addTrack({ userId: (await addMember()).id });
  const now = new Date();
  await Promise.all([1, 2, 3].map(() => reportTrack({ viewer: null, trackId, report, now })));
  expect(await reportsOf(trackId)).toHaveLength(1);
  await reportTrack({ viewer: null, trackId, report, now: new Date(now.getTime() + 11 * 60_000) });
  await reportTrack({ viewer: null, trackId, report: { ...report, reason: "spam" }, now });
  expect(await reportsOf(trackId)).toHaveLength(3);
});

test("one's own tracks can't be reported, nor tracks that one may not see", async () => {
  const owner = await addMember();
  const denied = await addMember({ state: "denied" });
  const own = await addTrack({ userId: owner.id });
  const hidden = await addTrack({ userId: owner.id, isVisible: false });
  const deniedTrack = await addTrack({ userId: denied.id });
  await expect(reportTrack({ viewer: owner, trackId: own, report })).rejects.toThrow(Forbidden);
  for (const viewer of [null, await addMember()])
    for (const trackId of [hidden, deniedTrack, 2 ** 31 - 1])
      await expect(reportTrack({ viewer, trackId, report })).rejects.toThrow(NotFound);
  const gone = await addMember();
  await deleteAccount({ viewer: gone });
  await expect(reportTrack({ viewer: gone, trackId: own, report })).rejects.toThrow(NotAuthenticated);
  expect(await reportsOf(own)).toEqual([]);
});

test("every stored reason is offered, and invalid reports get messages", () => {
  expect(offeredReasons.toSorted()).toEqual([...reportReasons].sort());
  const fieldsOf = (value: unknown) => {
    try {
      return validate(reportSchema, value);
    } catch (error) {
      if (error instanceof Invalid) return error.fields;
      throw error;
    }
  };
  expect(fieldsOf({})).toEqual({ reason: ["理由を選択してください"] });
  expect(fieldsOf({ reason: "boring" })).toEqual({ reason: ["理由を選択してください"] });
  expect(fieldsOf({ reason: "other", comment: "夜".repeat(1001) })).toEqual({
    comment: ["くわしい内容は1,000文字以内で入力してください"],
  });
  expect(fieldsOf({ reason: "other", comment: ` 夜${"\r\n".repeat(998)}夜 ` })).toMatchObject({
    reason: "other",
  });
});

test("a report can name a line of the script that everybody may read, and keeps its words", async () => {
  const author = await addMember();
  const trackId = await addTrack({
    userId: author.id,
    script: "A: 一行目。\nB: ｜二行目《ニギョウメ》。\nA: 三行目。",
  });
  const viewer = await addMember();
  await reportTrack({ viewer, trackId, report: { ...report, line: 1 } });
  expect(await reportsOf(trackId)).toMatchObject([{ line: 1, quote: "二行目。" }]);
  expect(await findOwnReport({ viewer, subject: { trackId } })).toMatchObject({ line: 1 });
  await expect(reportTrack({ viewer, trackId, report: { ...report, line: 3 } })).rejects.toThrow(Invalid);
  // Of a premium-only track nothing beyond the excerpt, which has no words here.
  await updateTrack(trackId, { isPremiumOnly: true });
  await expect(reportTrack({ viewer, trackId, report: { ...report, line: 1 } })).rejects.toThrow(Invalid);
  expect(reportForm.parse({ reason: "spam", line: "" })).toEqual({ reason: "spam", comment: "" });
  expect(reportForm.parse({ reason: "spam", line: "7" })).toMatchObject({ line: 7 });
  expect(reportForm.safeParse({ reason: "spam", line: "x" }).success).toBe(false);
});
