import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { NotFound } from "#app/features/domain-error.ts";
import { type CountEvent, writeListening } from "#app/features/listening/server/write-listening.server.ts";
import { templates } from "#app/features/mail/templates.ts";
import { deleteTrack } from "#app/features/tracks/server/delete-track.server.ts";
import { db, write } from "#db/client.ts";
import { clips, emails, memberInsights, trackInsights, transcriptCues } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addTrack } from "#test/tracks.ts";
import { leavingCurve } from "./insights.ts";
import { daysCsv, linesCsv } from "./insights-csv.ts";
import { findMemberInsights, findTrackInsights } from "./server/find-insights.server.ts";
import {
  isWeeklyEmailOn,
  nextWeeklyEmail,
  sendWeeklyEmails,
  setWeeklyEmail,
  stopWeeklyEmail,
} from "./server/weekly-email.server.ts";

withDatabase();

/** In Tokyo the day before `now`, and that day itself. */
const yesterday = new Date("2026-11-26T14:59:00Z");
const now = new Date("2026-11-26T15:01:00Z");

let author: Awaited<ReturnType<typeof addMember>>;
let trackId: number;
let otherTrack: number;
let listeners = 0;
const event = (id: number, kind: CountEvent["kind"], source?: CountEvent["source"]): CountEvent => ({
  listener: `listener ${listeners++}`,
  kind,
  id,
  source,
});

beforeAll(async () => {
  author = await addMember();
  trackId = await addTrack({ userId: author.id, title: "夜", durationMs: 10_000 });
  otherTrack = await addTrack({ userId: author.id });
  const cue = { trackId, speaker: "A" as const };
  await write((tx) =>
    tx.insert(transcriptCues).values([
      { ...cue, position: 0, turn: 0, text: "はじめ。", startMs: 0, endMs: 2000 },
      { ...cue, position: 1, turn: 0, text: "つづき。", startMs: 2000, endMs: 4000 },
      { ...cue, position: 2, turn: 1, speaker: "B", text: "=おわり", startMs: 4000, endMs: 10_000 },
    ]),
  );
  await writeListening({
    counts: [event(trackId, "play", "link"), event(trackId, "play"), event(trackId, "impression")],
    listened: [],
    now: yesterday,
  });
  await writeListening({
    counts: [
      event(trackId, "play", "link"),
      event(trackId, "play", "embed"),
      event(trackId, "download"),
      event(otherTrack, "play", "search"),
    ],
    listened: [],
    now,
  });
});

test("plays are counted by the day in Tokyo and the way to them, for the track and its author; downloads are none", async () => {
  const { days, tracks } = await findMemberInsights({ viewer: author, now });
  expect(days).toHaveLength(30);
  expect(days.slice(-2)).toEqual([
    { day: "2026-11-26", plays: 2, sources: { site: 1, link: 1, search: 0, embed: 0, feed: 0 } },
    { day: "2026-11-27", plays: 3, sources: { site: 0, link: 1, search: 1, embed: 1, feed: 1 } },
  ]);
  expect(tracks.map(({ id, plays }) => [id, plays]).sort()).toEqual([
    [trackId, 4],
    [otherTrack, 1],
  ]);
  expect(daysCsv(days)).toContain('\r\n"2026-11-27","3","0","1","1","1","1"\r\n');
  expect((await findTrackInsights({ viewer: author, trackId, now })).days.at(-1)?.plays).toBe(2);
});

test("nobody but the author sees it, also of a public track", async () => {
  const other = await addMember();
  await expect(findTrackInsights({ viewer: other, trackId, now })).rejects.toThrow(NotFound);
  expect((await findMemberInsights({ viewer: other, now })).tracks).toEqual([]);
});

test("from five members who listened before today on the curve says line by line how many were left; the author is none of them", async () => {
  const heard = (userId: string, positionMs: number, at = yesterday) => ({ userId, trackId, positionMs, at });
  const curveAfter = async (...listened: ReturnType<typeof heard>[]) => {
    await writeListening({ counts: [], listened, now: at(listened) });
    return (await findTrackInsights({ viewer: author, trackId, now })).curve;
  };
  const at = (listened: { at: Date }[]) => listened.at(-1)?.at ?? now;
  const members = await Promise.all(Array.from({ length: 6 }, () => addMember()));
  const [a = author, b = author, c = author, d = author, e = author, late = author] = members;
  expect(
    await curveAfter(heard(a.id, 10_000), heard(b.id, 9000), heard(c.id, 3000), heard(d.id, 0)),
  ).toBeNull();
  expect(await curveAfter(heard(author.id, 10_000), heard(late.id, 1000, now))).toBeNull();
  const curve = await curveAfter(heard(e.id, 5000));
  expect(curve).toMatchObject({
    listeners: 5,
    finishedPercent: 40,
    lines: [
      { speaker: "A", text: "はじめ。つづき。", percent: 100 },
      { speaker: "B", text: "=おわり", percent: 60 },
    ],
  });
  expect(linesCsv(curve)).toContain('"2","0:04","B","60","\'=おわり"\r\n');
});

test("the curve does not change by one person: the newest who make up no five are left out", () => {
  const lines = [{ speaker: "A" as const, text: "夜", startMs: 0 }];
  const curve = (positions: number[]) => leavingCurve({ positions, lines, durationMs: 10_000 });
  const five = [10_000, 10_000, 0, 0, 0];
  expect(curve([10_000, 10_000, 10_000, ...five])).toEqual(curve(five));
  expect(curve(five)?.finishedPercent).toBe(40);
});

test("clips of others are counted", async () => {
  const passage = { firstTurn: 0, firstSentence: 0, lastTurn: 0, lastSentence: 0, createdAt: now, trackId };
  const other = await addMember();
  await write((tx) =>
    tx.insert(clips).values([
      { id: "own-clip", userId: author.id, ...passage },
      { id: "other-clip", userId: other.id, ...passage },
    ]),
  );
  expect((await findTrackInsights({ viewer: author, trackId, now })).clipCount).toBe(1);
});

test("a deleted track takes its plays along", async () => {
  await deleteTrack({ viewer: author, trackId });
  expect(await db.$count(trackInsights, eq(trackInsights.trackId, trackId))).toBe(0);
  const left = await db.select().from(memberInsights).where(eq(memberInsights.userId, author.id));
  expect(left.filter(({ value }) => value !== 0)).toEqual([
    { userId: author.id, day: "2026-11-27", source: "search", value: 1 },
  ]);
});

test("who wants it gets the last seven days on Mondays, each week once and none without plays, and stops it from the email", async () => {
  const reader = await addMember();
  const id = await addTrack({ userId: reader.id, title: "灯台の話" });
  const before = new Date("2026-11-20T03:00:00Z");
  const monday = new Date("2026-11-22T23:00:00Z");
  expect(nextWeeklyEmail(before)).toEqual(monday);
  expect(nextWeeklyEmail(monday)).toEqual(new Date("2026-11-29T23:00:00Z"));
  const row = { source: "link" as const, trackId: id };
  await write(async (tx) => {
    // The Sunday before today, a Monday in Tokyo, and the week before.
    for (const [day, value] of [
      ["2026-11-22", 4],
      ["2026-11-16", 3],
      ["2026-11-15", 2],
      ["2026-11-23", 9],
    ] as const) {
      await tx.insert(trackInsights).values({ ...row, day, value });
      await tx.insert(memberInsights).values({ userId: reader.id, source: "link", day, value });
    }
  });
  await setWeeklyEmail({ viewer: reader, isOn: true, now: before });
  await setWeeklyEmail({ viewer: reader, isOn: true, now: before });
  expect(await sendWeeklyEmails(before)).toBe(0);
  const sent = await Promise.all([sendWeeklyEmails(monday), sendWeeklyEmails(monday)]);
  expect(sent.toSorted()).toEqual([0, 1]);
  const [email] = await db.select().from(emails).where(eq(emails.userId, reader.id));
  expect(email?.values).toMatchObject({
    ...{ from: "2026-11-16", to: "2026-11-22", tracks: "灯台の話\t7回" },
    numbers: "再生\t7回（前の7日は2回）\nリンクから\t7回",
  });
  const { token = "" } = email?.values ?? {};
  const { parts, note, stopHref } = templates.weekly.render(email?.values, {
    origin: "https://mugen.example",
  });
  expect(JSON.stringify(parts)).toContain("灯台の話");
  expect(note).toContain(stopHref ?? "missing");
  // Three weeks later nobody has listened.
  expect(await sendWeeklyEmails(new Date("2026-12-13T23:00:00Z"))).toBe(0);
  expect(await isWeeklyEmailOn(reader.id)).toBe(true);
  await stopWeeklyEmail(token);
  expect(await isWeeklyEmailOn(reader.id)).toBe(false);
  await expect(stopWeeklyEmail(token)).rejects.toThrow(NotFound);
});
