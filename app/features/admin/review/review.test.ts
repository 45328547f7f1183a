import { and, asc, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { Conflict } from "#app/features/domain-error.ts";
import { reportTrack } from "#app/features/reports/report-track.server.ts";
import { queueForReview } from "#app/features/tracks/moderation/review-item.server.ts";
import { takeDownTrack } from "#app/features/tracks/moderation/take-down-track.server.ts";
import { whenReviewed } from "#app/features/tracks/server/track-listing.server.ts";
import { db, write } from "#db/client.ts";
import {
  auditLog,
  emails,
  labels,
  recentReviews,
  reviewItems,
  trackCorrections,
  trackLabels,
  trackReports,
  tracks,
} from "#db/schema/index.ts";
import { unrecordableActor } from "#test/admin.ts";
import { addMember, updateUser, withDatabase } from "#test/database.ts";
import { collectStatements } from "#test/databases/count-statements.ts";
import { explainStatements } from "#test/databases/query-plan.ts";
import { addTrack } from "#test/tracks.ts";
import { claimReviews, countReviews } from "./claim-reviews.server.ts";
import { decideReview, findUndoable, removeOldReviews, undoReview } from "./decide-review.server.ts";
import { readReviewCards } from "./load-reviews.server.ts";
import { parseReviewFilter, type ReviewDecision, reviewQuery } from "./review.ts";
import { listReviewFilters } from "./review-filters.server.ts";

withDatabase();

beforeEach(() =>
  write(async (tx) => {
    await tx.delete(reviewItems);
    await tx.delete(recentReviews);
    await tx.delete(trackReports);
  }),
);

const actor = { kind: "admin", name: "admin" } as const;
const start = Date.UTC(2026, 10, 22, 3);
const at = (seconds: number) => new Date(start + seconds * 1000);
const all = parseReviewFilter(new URLSearchParams());
const where = (query: string) => parseReviewFilter(new URLSearchParams(query));

interface Waiting {
  userId?: string;
  listedFrom?: Date;
  durationMs?: number;
  isVisible?: boolean;
  script?: string;
  harms?: { kind: string; quote: string }[];
  now?: Date;
}

async function addWaiting(o: Waiting = {}): Promise<number> {
  const { userId = (await addMember()).id, harms = [], now = at(0), ...track } = o;
  const trackId = await addTrack({ userId, ...track });
  await write((tx) => queueForReview(tx, { trackId, cause: "new", harms, now }));
  return trackId;
}

const trackOf = async (id: number) => (await db.select().from(tracks).where(eq(tracks.id, id)))[0];
const itemOf = async (id: number) =>
  (await db.select().from(reviewItems).where(eq(reviewItems.trackId, id)))[0];
const auditOf = async (trackId: number) =>
  (
    await db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(and(eq(auditLog.targetType, "track"), eq(auditLog.targetId, String(trackId))))
      .orderBy(asc(auditLog.id))
  ).map(({ action }) => action);

const decide = (
  trackId: number,
  decision: ReviewDecision,
  o: Partial<Parameters<typeof decideReview>[0]> = {},
) =>
  decideReview({
    actor,
    sessionId: "a",
    trackId,
    decision,
    seen: start,
    reports: start + 60_000,
    reason: "確認のため",
    now: at(10),
    ...o,
  });

test("operators who look at the same moment are shown different tracks, and each keeps theirs for five minutes", async () => {
  const waiting: number[] = [];
  for (let index = 0; index < 24; index++) waiting.push(await addWaiting({ now: at(index) }));
  const claim = (sessionId: string, seconds: number) =>
    claimReviews({ sessionId, now: at(seconds), filter: all, count: 6 });
  const sessions = ["a", "b", "c", "d"];
  const shown = await Promise.all(sessions.map((sessionId) => claim(sessionId, 100)));
  expect(shown.map((ids) => ids.length)).toEqual([6, 6, 6, 6]);
  expect(new Set(shown.flat())).toEqual(new Set(waiting));
  // Again the same ones, and nothing for somebody else, until they are free.
  expect(await claim("b", 200)).toEqual(shown[1]);
  expect(await claim("e", 300)).toEqual([]);
  expect(await countReviews({ sessionId: "a", now: at(300) })).toEqual({ open: 24, aside: 0, elsewhere: 18 });
  expect(await claim("e", 401)).toHaveLength(6);
  // What is another operator's can't be decided about.
  const [ofB = 0] = shown[1] ?? [];
  const seen = (await itemOf(ofB))?.queuedAt.getTime() ?? 0;
  await expect(decide(ofB, "approve", { seen, now: at(210) })).rejects.toThrow("ほかの運営の方");
  // Of two decisions about one card, one counts.
  const both = await Promise.allSettled([
    decide(ofB, "approve", { sessionId: "b", seen, now: at(210) }),
    decide(ofB, "hide", { sessionId: "b", seen, now: at(210) }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("a filter narrows what is shown, and what it leaves out is free for others", async () => {
  const author = await addMember({ customUserId: `yoru-${Date.now()}` });
  const short = await addWaiting({ userId: author.id });
  const long = await addWaiting({ durationMs: 11 * 60_000, now: at(86_400) });
  const reported = await addWaiting({ now: at(2) });
  await reportTrack({ viewer: null, trackId: reported, report: { reason: "spam", comment: "" }, now: at(5) });
  const hidden = await addWaiting({ isVisible: false });
  const suspended = await addMember({ state: "suspended" });
  await addWaiting({ userId: suspended.id });
  await write(async (tx) => {
    const name = `星${Date.now()}`;
    const [label] = await tx.insert(labels).values({ name, folded: name }).returning({ id: labels.id });
    await tx.insert(trackLabels).values({ trackId: long, labelId: label?.id ?? 0, position: 0 });
  });
  const [label] = await db
    .select({ name: labels.name })
    .from(trackLabels)
    .innerJoin(labels, eq(labels.id, trackLabels.labelId))
    .where(eq(trackLabels.trackId, long));
  const show = (query: string, sessionId = "a") =>
    claimReviews({ sessionId, now: at(100), filter: where(query) });
  // Neither what its author hides nor what a suspended account has published.
  expect(await show("")).toEqual([short, reported, long]);
  expect(await show(`author=@${author.customUserId}`)).toEqual([short]);
  expect(await show(`author=${author.id}`)).toEqual([short]);
  expect(await show("author=nobody")).toEqual([]);
  expect(await show(`label=${label?.name}`)).toEqual([long]);
  expect(await show("label=ない言葉")).toEqual([]);
  expect(await show("reported=1")).toEqual([reported]);
  expect(await show("length=long")).toEqual([long]);
  expect(await show("day=2026-11-23")).toEqual([long]);
  expect(await show("length=short", "b")).toEqual([short, reported]);
  expect(await show("state=aside")).toEqual([]);
  expect(reviewQuery(where("day=2026-13-99&label= 夜 &x=1&state=aside"))).toBe("state=aside&label=%E5%A4%9C");
  expect(await itemOf(hidden)).toMatchObject({ claimedBy: null });
});

test("確認済み lists a new author's track, restores one that was held before, and closes its reports; all is undone", async () => {
  const author = await addMember({ name: "夜野" });
  const waits = await addWaiting({ userId: author.id, listedFrom: at(80_000) });
  await decide(waits, "approve");
  expect(await trackOf(waits)).toMatchObject({ listedFrom: null, reviewedAt: at(10) });
  expect(await itemOf(waits)).toBeUndefined();

  const held = await addTrack({ userId: author.id, listedFrom: at(80_000) });
  await takeDownTrack({ actor: { kind: "system" }, trackId: held, reason: "確認しています", now: at(0) });
  await write((tx) => queueForReview(tx, { trackId: held, cause: "new", harms: [], now: at(0) }));
  await write((tx) =>
    tx.insert(trackReports).values({ trackId: held, reason: "violence", createdAt: at(0) }),
  );
  await decide(held, "approve");
  expect(await trackOf(held)).toMatchObject({ isVisible: true, takenDownAt: null, reviewedAt: at(10) });
  expect(await db.select().from(trackReports)).toMatchObject([{ handledAt: at(10), outcome: "none" }]);
  const released = await db.select().from(emails).where(eq(emails.template, "track-released"));
  expect(released).toMatchObject([{ userId: author.id, dueAt: at(70) }]);

  const [last, first] = await findUndoable({ sessionId: "a", now: at(20) });
  expect([last, first]).toMatchObject([{ trackId: held }, { trackId: waits }]);
  await undoReview({ actor, sessionId: "a", id: last?.id ?? 0, now: at(20) });
  await undoReview({ actor, sessionId: "a", id: first?.id ?? 0, now: at(20) });
  expect(await trackOf(held)).toMatchObject({
    isVisible: false,
    takenDownAt: at(20),
    takedownReason: "確認しています",
    wasVisibleBefore: true,
    listedFrom: at(80_000),
    reviewedAt: null,
  });
  expect(await trackOf(waits)).toMatchObject({ listedFrom: at(80_000), reviewedAt: null });
  expect(await db.select().from(trackReports)).toMatchObject([{ handledAt: null, outcome: null }]);
  expect(await db.$count(emails, eq(emails.template, "track-released"))).toBe(0);
  // In the queue again, at its old place, for the one who has it in hand.
  expect(await itemOf(held)).toMatchObject({ queuedAt: at(0), claimedBy: "a" });
  expect(await auditOf(waits)).toEqual(["track.review", "track.review-undo"]);
  expect(await auditOf(held)).toEqual([
    "track.withhold",
    "track.release",
    "track.review",
    "report.handle",
    "track.withhold",
    "report.reopen",
    "track.review-undo",
  ]);
});

test("保留 puts a track aside and keeps a new author's from visitors, 非公開にする and 停止 take it away; all is undone", async () => {
  const author = await addMember();
  const [held, hidden, down] = [
    await addWaiting({ listedFrom: at(80_000) }),
    await addWaiting(),
    await addWaiting({ userId: author.id }),
  ];
  await decide(held, "hold");
  await decide(hidden, "hide");
  await decide(down, "take-down");
  expect(await trackOf(held)).toMatchObject({ isVisible: true, listedFrom: whenReviewed });
  expect(await itemOf(held)).toMatchObject({ setAsideAt: at(10), claimedBy: null });
  expect(await claimReviews({ sessionId: "b", now: at(20), filter: where("state=aside") })).toEqual([held]);
  expect(await trackOf(hidden)).toMatchObject({ isVisible: false, takenDownAt: null });
  expect(await trackOf(down)).toMatchObject({ isVisible: false, takedownReason: "確認のため" });
  const mails = () => db.$count(emails, eq(emails.userId, author.id));
  expect(await mails()).toBe(1);
  // Only by who decided, and only for a minute.
  const made = await findUndoable({ sessionId: "a", now: at(20) });
  expect(made.map(({ trackId }) => trackId)).toEqual([down, hidden, held]);
  expect(await findUndoable({ sessionId: "b", now: at(20) })).toEqual([]);
  expect(await findUndoable({ sessionId: "a", now: at(70) })).toEqual([]);
  const [id = 0] = made.map((one) => one.id);
  await expect(undoReview({ actor, sessionId: "b", id, now: at(20) })).rejects.toThrow(Conflict);
  await expect(undoReview({ actor, sessionId: "a", id, now: at(70) })).rejects.toThrow(Conflict);
  for (const one of made) await undoReview({ actor, sessionId: "a", id: one.id, now: at(20) });
  expect(await trackOf(held)).toMatchObject({ listedFrom: at(80_000) });
  expect(await itemOf(held)).toMatchObject({ setAsideAt: null });
  expect(await trackOf(hidden)).toMatchObject({ isVisible: true });
  expect(await trackOf(down)).toMatchObject({ isVisible: true, takenDownAt: null });
  expect(await mails()).toBe(0);
});

test("a decision about what was changed or decided elsewhere is refused, and one without its audit row is not done", async () => {
  const trackId = await addWaiting();
  await expect(decide(trackId, "approve", { actor: unrecordableActor })).rejects.toThrow();
  expect(await itemOf(trackId)).toBeDefined();
  await write((tx) => queueForReview(tx, { trackId, cause: "corrected", harms: [], now: at(5) }));
  await expect(decide(trackId, "approve")).rejects.toThrow("内容が変わって");
  await decide(trackId, "approve", { seen: at(5).getTime() });
  await expect(decide(trackId, "hide")).rejects.toThrow("先に確認されて");
  const [made] = await findUndoable({ sessionId: "a", now: at(20) });
  // A console page took it down meanwhile.
  await takeDownTrack({ actor, trackId, reason: null, now: at(20) });
  await expect(undoReview({ actor, sessionId: "a", id: made?.id ?? 0, now: at(20) })).rejects.toThrow(
    Conflict,
  );
  await removeOldReviews(at(71));
  expect(await db.$count(recentReviews, eq(recentReviews.trackId, trackId))).toBe(0);
});

test("a card shows how the script begins with what was found lit, what was reported, and its author's past", async () => {
  const author = await addMember({ name: "夜野" });
  await updateUser(author.id, { createdAt: at(-7200) });
  const before = await addTrack({ userId: author.id });
  await reportTrack({ viewer: null, trackId: before, report: { reason: "spam", comment: "前の" } });
  await takeDownTrack({ actor, trackId: before, reason: null });
  const lines = Array.from({ length: 9 }, (_, index) => `${index % 2 ? "B" : "A"}: ${index}行目です。`);
  const script = [...lines, `A: ${"長い前置き、".repeat(40)}ひどい言葉。おわり。`].join("\n");
  const trackId = await addWaiting({
    userId: author.id,
    script,
    harms: [{ kind: "abuse", quote: "ひどい言葉" }],
  });
  await reportTrack({ viewer: null, trackId, report: { reason: "false", comment: "うそ" }, now: at(5) });
  const [card] = await readReviewCards([trackId, 0], at(60));
  expect(card).toMatchObject({
    trackId,
    seen: start,
    isTakenDown: false,
    author: { name: "夜野", history: { age: "2時間前", isNew: true, reports: 1, takedowns: 1 } },
    harms: [{ quote: "ひどい言葉" }],
    reports: [{ reason: "事実と異なる", comment: "うそ" }],
    reportCount: 1,
    reportsSeen: at(5).getTime(),
    reason: expect.stringMatching(/「ひどい言葉」.*困っていることや気持ちを書いてください。$/u),
  });
  expect(card?.opening).toHaveLength(6);
  expect(card?.opening[0]).toEqual({ speaker: "A", pieces: [{ text: "0行目です。", isLit: false }] });
  expect(card?.lit).toHaveLength(1);
  expect(card?.lit[0]?.pieces.map(({ text, isLit }) => (isLit ? `*${text}*` : text)).join("")).toMatch(
    /^….{40}\*ひどい言葉\*。おわり。$/,
  );
});

test("a card of a corrected track shows the newest corrections with their notes, as listeners read them", async () => {
  const trackId = await addWaiting();
  const correction = {
    trackId,
    field: "line" as const,
    line: 1,
    state: "completed" as const,
    before: "古い。",
  };
  await write(async (tx) => {
    for (const number of [1, 2, 3, 4])
      await tx.insert(trackCorrections).values({
        ...{ ...correction, id: `${number}`, after: `｜橋《ハシ》${number}`, note: `理由${number}` },
        ...{ createdAt: at(number), correctedAt: at(number) },
      });
    // Nobody hears it yet.
    await tx
      .insert(trackCorrections)
      .values({ ...correction, id: "5", state: "processing", after: "まだ", createdAt: at(5) });
  });
  const [other, card] = await readReviewCards([await addWaiting(), trackId], at(60));
  expect(other?.corrections).toEqual([]);
  const row = { field: "line", line: 2, before: "古い。" };
  expect(card?.corrections).toEqual([4, 3, 2].map((n) => ({ ...row, after: `橋${n}`, note: `理由${n}` })));
});

test("a load of the page reads no table as a whole, with and without filters", async () => {
  const author = await addMember();
  for (let index = 0; index < 3; index++) await addWaiting({ userId: author.id });
  const [label] = await db.select({ name: labels.name }).from(labels).limit(1);
  const queries = [
    "",
    "state=aside",
    `author=${author.id}`,
    `label=${label?.name}`,
    "reported=1",
    "length=long",
  ];
  const statements = await collectStatements(async () => {
    for (const query of [...queries, "day=2026-11-22"]) {
      const ids = await claimReviews({ sessionId: "p", now: at(100), filter: where(query) });
      await readReviewCards(ids, at(100));
    }
    await countReviews({ sessionId: "p", now: at(100) });
    await findUndoable({ sessionId: "p", now: at(100) });
    await listReviewFilters();
  });
  const reads = [...new Set(statements)].filter((statement) => /^\s*(select|update)/i.test(statement));
  expect(reads.length).toBeGreaterThan(10);
  const explained = await explainStatements(reads);
  const scan = /Seq Scan|SCAN (review_|recent_|track|users|labels)(?!.*USING)/;
  expect(explained.filter(({ plan }) => plan.some((step) => scan.test(step)))).toEqual([]);
});
