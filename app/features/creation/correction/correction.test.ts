import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Harm } from "#app/engines/harm/harm.ts";
import { speechEngine } from "#app/engines/speech/choose-speech-engine.ts";
import { officialViewer } from "#app/features/accounts/account.ts";
import { addOfficialAccount } from "#app/features/accounts/server/add-official-account.server.ts";
import { Conflict, Forbidden, Invalid, LimitReached } from "#app/features/domain-error.ts";
import { feedTagBytes } from "#app/features/feeds/feed.ts";
import { findFeedSite } from "#app/features/feeds/feed-site.server.ts";
import { feedXml } from "#app/features/feeds/feed-xml.server.ts";
import { findPersonFeed } from "#app/features/feeds/find-feed.server.ts";
import { likeTrack } from "#app/features/likes/server/like-track.server.ts";
import { findAudio } from "#app/features/playback/server/find-audio.server.ts";
import { audioKey, audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { removePendingFiles } from "#app/features/storage/server/remove-files.server.ts";
import { runTask } from "#app/features/tasks/run-task.server.ts";
import { claimTask, endTask } from "#app/features/tasks/task-life.server.ts";
import { takeDownTrack } from "#app/features/tracks/moderation/take-down-track.server.ts";
import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import { insertTrack } from "#app/features/tracks/server/insert-track.server.ts";
import { listCues } from "#app/features/tracks/transcript/list-cues.server.ts";
import { formatDate } from "#app/lib/format-date.ts";
import { db, write } from "#db/client.ts";
import {
  auditLog,
  renditions,
  reviewItems,
  trackCorrections,
  trackReports,
  tracks,
} from "#db/schema/index.ts";
import { correctTrack } from "#jobs/correct-track.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { updateTrack } from "#test/tracks.ts";
import { validFeed } from "#test/valid-feed.ts";
import { completeCorrection } from "./complete-correction.server.ts";
import { correctionMessages, maxCorrectionsPerDay } from "./correction.ts";
import { corrections, findCorrectedTrack } from "./correction-kind.server.ts";
import { findCorrectionObstacle, listCorrections } from "./find-corrections.server.ts";
import { loadCorrectionPage } from "./load-correction-page.server.ts";
import { respeakTrack } from "./respeak-track.server.ts";
import { startCorrection } from "./start-correction.server.ts";

withDatabase();

/** Sound of `byte`, as often as it says. */
async function audioOf(taskId: string, byte: number, texts: readonly string[]) {
  const storageKey = audioKey(taskId, 64);
  await audioStorage().put(storageKey, new Uint8Array(byte).fill(byte));
  return {
    durationMs: 1000 * texts.length,
    files: [{ kbps: 64, sampleRate: 24_000, storageKey, bytes: byte, sha256: String(byte).repeat(64) }],
    cues: texts.map((text, turn) => ({
      speaker: "A" as const,
      text,
      turn,
      startMs: 1000 * turn,
      endMs: 1000 * turn + 900,
    })),
  };
}

async function addTrack(o: { author?: typeof officialViewer } = {}) {
  const viewer = o.author ?? (await addMember());
  const taskId = crypto.randomUUID();
  const audio = await audioOf(taskId, 1, ["一つ目。", "二つ目。"]);
  const claims = ["一つ目。", "二つ目。"].map((text, line) => ({
    line,
    text,
    verdict: "verified" as const,
    sources: [],
  }));
  const trackId = await write((tx) =>
    insertTrack(tx, {
      author: viewer,
      taskId,
      title: "夜",
      script: "A: 一つ目。\nA: 二つ目。",
      labels: ["ニュース"],
      audio,
      filename: `${taskId}.mp3`,
      spokenWith: { speakingRate: 1.2, voices: null },
      factCheck: { status: "verified", confidence: 90, summary: "", issues: [], claims },
    }),
  );
  const correct = (o: Partial<Parameters<typeof startCorrection>[0]> = {}) =>
    startCorrection({
      viewer,
      trackId,
      line: 1,
      before: "二つ目。",
      text: "にこめ。",
      note: "数を直しました",
      ...o,
    });
  const openId = async () => {
    const rows = await db.select().from(trackCorrections).where(eq(trackCorrections.trackId, trackId));
    return rows.find(({ state }) => state === "queued" || state === "processing")?.id ?? "";
  };
  /** What the worker does, with other sound. */
  const finish = async (harms: Harm[] = []) => {
    const claimed = await claimTask(corrections, await openId());
    const track = claimed && (await findCorrectedTrack(claimed));
    if (!track) throw new Error("there is no correction");
    const texts = ["一つ目。", claimed.field === "line" ? claimed.after : "二つ目。"];
    const script = texts.map((text) => `A: ${text}`).join("\n");
    return completeCorrection(claimed, track, { script, audio: await audioOf(claimed.id, 2, texts), harms });
  };
  return { viewer, trackId, taskId, correct, openId, finish };
}

test("until a correction is made listeners hear the old sound, then all is new but address, likes and place", async () => {
  const { viewer, trackId, taskId, correct, finish } = await addTrack();
  const listener = await addMember();
  await likeTrack({ viewer: listener, trackId });
  const before = await findTrack({ viewer: listener, trackId });
  await correct();
  expect(await findTrack({ viewer: listener, trackId })).toEqual(before);
  expect(await listCorrections({ viewer: listener, track: before })).toEqual([]);
  expect(await finish()).toBe(true);

  const after = await findTrack({ viewer: listener, trackId });
  expect(after).toEqual({
    ...before,
    isCorrected: true,
    script: "A: 一つ目。\nA: にこめ。",
    factCheck: after.factCheck,
  });
  expect(after.factCheck?.claims.map(({ verdict }) => verdict)).toEqual(["verified", "unchecked"]);
  expect((await listCues({ viewer: listener, track: after })).map(({ text }) => text)).toEqual([
    "一つ目。",
    "にこめ。",
  ]);
  expect((await findAudio({ viewer: null, id: String(trackId) })).etag).toBe(`"${"2".repeat(64)}"`);
  // Responses that are being sent read it.
  expect(await audioStorage().stat(audioKey(taskId, 64))).not.toBeNull();
  await removePendingFiles();
  expect(await audioStorage().stat(audioKey(taskId, 64))).toBeNull();
  expect(await listCorrections({ viewer: listener, track: after })).toMatchObject([
    { line: 2, before: "二つ目。", after: "にこめ。", note: "数を直しました" },
  ]);
  const [{ searchText } = { searchText: "" }] = await db.select().from(tracks).where(eq(tracks.id, trackId));
  expect(searchText).toContain("にこめ");
  expect(searchText).not.toContain("二つ目");
  expect((await findTrack({ viewer, trackId })).likeCount).toBe(1);
});

test("a podcast names the day of the last correction, and the length of the new file", async () => {
  const { viewer, trackId, correct, finish } = await addTrack();
  const episode = async () => {
    const feed = await findPersonFeed({ idOrCustomId: viewer.id });
    const [item] = validFeed(feedXml(feed, await findFeedSite("https://mugen.example"))).item;
    return { item, changedAt: feed.changedAt };
  };
  const before = await episode();
  expect(before.item?.enclosure["@length"]).toBe(String(feedTagBytes + 1));
  expect(before.item?.["atom:updated"]).toBeUndefined();
  await correct();
  expect(await episode()).toEqual(before);
  await finish();
  const after = await episode();
  const [correction] = await listCorrections({ viewer, track: await findTrack({ viewer, trackId }) });
  const correctedAt = new Date(correction?.correctedAt ?? "");
  expect(after.changedAt).toEqual(correctedAt);
  expect(after.item).toMatchObject({
    ...{ guid: before.item?.guid, pubDate: before.item?.pubDate, "atom:updated": correction?.correctedAt },
    description: expect.stringContaining(`${formatDate(correctedAt)}に一部を訂正しました。`),
    enclosure: { "@length": String(feedTagBytes + 2) },
  });
});

test("an old track is spoken again in other voices under its address, with its likes, and its lines can be corrected from then on", async () => {
  const { viewer, trackId, correct, finish } = await addTrack();
  await updateTrack(trackId, { spokenWith: null });
  await expect(correct()).rejects.toThrow(correctionMessages.unknownVoices);
  const listener = await addMember();
  await likeTrack({ viewer: listener, trackId });
  const { voices } = await speechEngine();
  const [A = "", B = ""] = voices.slice(1).map(({ id }) => id);
  const respeak = (o: Partial<Parameters<typeof respeakTrack>[0]> = {}) =>
    respeakTrack({ viewer, trackId, voices: { A, B }, speakingRate: 1.5, ...o });
  await expect(respeak({ voices: { A: "nobody", B } })).rejects.toThrow(Invalid);
  await expect(respeak({ viewer: listener })).rejects.toThrow(Forbidden);
  await respeak();
  await respeak();
  await expect(respeak({ speakingRate: 1 })).rejects.toThrow(correctionMessages.running);
  expect(await finish()).toBe(true);

  const after = await findTrack({ viewer, trackId });
  expect(after).toMatchObject({ script: "A: 一つ目。\nA: 二つ目。", likeCount: 1, isCorrected: true });
  expect((await findAudio({ viewer: null, id: String(trackId) })).etag).toBe(`"${"2".repeat(64)}"`);
  const [correction, ...others] = await listCorrections({ viewer: listener, track: after });
  expect(others).toEqual([]);
  expect(correction).toMatchObject({
    ...{ field: "voices", line: null, before: correctionMessages.unknownBefore },
    after: `A：${voices[1]?.name}、B：${voices[2]?.name}、1.5倍`,
  });
  // Nothing new to look at.
  expect(await db.$count(reviewItems, eq(reviewItems.trackId, trackId))).toBe(0);
  const [{ spokenWith } = {}] = await db.select().from(tracks).where(eq(tracks.id, trackId));
  expect(spokenWith).toEqual({ voices: { A, B }, speakingRate: 1.5 });
  expect(await findCorrectionObstacle(trackId)).toBeNull();
  await correct();
  await finish();
  await updateTrack(trackId, { isRecording: true });
  await expect(respeak({ speakingRate: 1 })).rejects.toThrow(correctionMessages.recordingStays);
});

test("what may do harm, or was taken down meanwhile, does not become visible", async () => {
  const harmful = await addTrack();
  await harmful.correct({ text: "佐藤部長が会社のお金を盗んだ。" });
  await harmful.finish([{ kind: "accusation", quote: "佐藤部長が会社のお金を盗んだ。" }]);
  expect(await findTrack({ viewer: harmful.viewer, trackId: harmful.trackId })).toMatchObject({
    isVisible: false,
  });
  expect(await db.$count(trackReports, eq(trackReports.trackId, harmful.trackId))).toBe(1);
  // An operator looks at it, and sees what was found.
  expect(await db.select().from(reviewItems).where(eq(reviewItems.trackId, harmful.trackId))).toMatchObject([
    { cause: "corrected", harms: [{ kind: "accusation", quote: "佐藤部長が会社のお金を盗んだ。" }] },
  ]);
  const text = "もう一度。";
  await expect(harmful.correct({ before: "佐藤部長が会社のお金を盗んだ。", text })).rejects.toThrow(
    correctionMessages.takenDown,
  );

  const takedown = await addTrack();
  await takedown.correct();
  const actor = { kind: "admin" as const, name: "admin" };
  await takeDownTrack({ actor, trackId: takedown.trackId, reason: null });
  expect(await takedown.finish()).toBe(false);
  const id = await takedown.openId();
  await endTask(corrections, id, { as: "failed", error: correctionMessages.gone });
  expect(await audioStorage().stat(audioKey(id, 64))).toBeNull();
  expect(await findTrack({ viewer: takedown.viewer, trackId: takedown.trackId })).toMatchObject({
    isVisible: false,
    script: "A: 一つ目。\nA: 二つ目。",
  });
});

test("an operator corrects an official track, as often as it takes, and nobody else's; the log says who", async () => {
  await write((tx) => addOfficialAccount(tx));
  const { trackId, correct, finish } = await addTrack({ author: officialViewer });
  const actor = { kind: "admin" as const, name: "夜番" };
  const quote = "佐藤部長が会社のお金を盗んだ。";
  await correct({ text: quote, actor });
  await finish([{ kind: "accusation", quote }]);
  for (let count = 1; count <= maxCorrectionsPerDay; count++) {
    await correct({ before: count === 1 ? quote : `${count - 1}番目。`, text: `${count}番目。`, actor });
    await finish();
  }
  expect(await findTrack({ viewer: null, trackId })).toMatchObject({
    isVisible: true,
    script: `A: 一つ目。\nA: ${maxCorrectionsPerDay}番目。`,
  });
  expect(await db.$count(reviewItems, eq(reviewItems.trackId, trackId))).toBe(0);
  const { voices } = await speechEngine();
  const id = voices[1]?.id ?? "";
  await respeakTrack({
    ...{ viewer: officialViewer, actor, trackId },
    ...{ voices: { A: id, B: id }, speakingRate: 1 },
  });
  const logged = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.targetId, String(trackId)));
  expect(logged.map(({ action, actorName, after }) => [action, actorName, after])).toEqual([
    ...Array.from({ length: maxCorrectionsPerDay + 1 }, () => [
      "track.correct",
      "夜番",
      { places: ["2行目"] },
    ]),
    ["track.correct", "夜番", { places: ["声と速さ"] }],
  ]);

  const member = await addTrack();
  const asOperator = { viewer: officialViewer, actor };
  await expect(member.correct(asOperator)).rejects.toThrow(Forbidden);
  await expect(loadCorrectionPage({ viewer: officialViewer, trackId: member.trackId })).rejects.toThrow(
    Forbidden,
  );
});

test("a note that may do harm is not shown beside the correction: it is refused, and the correction with it", async () => {
  const { correct, openId } = await addTrack();
  await expect(correct({ note: "お前ら全員死ね。" })).rejects.toMatchObject({
    fields: { note: [expect.stringContaining("保存できません")] },
  });
  expect(await openId()).toBe("");
});

test("one at a time, five a day, of what the page has shown, and only by the author", async () => {
  const { trackId, correct, finish, openId } = await addTrack();
  const stranger = await addMember();
  const other = { viewer: stranger, trackId, line: 1, before: "二つ目。", text: "三つ目。", note: null };
  await expect(startCorrection(other)).rejects.toThrow(Forbidden);
  const both = await Promise.allSettled([correct(), correct({ line: 0, before: "一つ目。" })]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await endTask(corrections, await openId(), { as: "failed", error: "話せませんでした。" });
  await correct();
  await finish();
  // Posted twice it is the same one, begun or done.
  await correct();
  await expect(correct({ text: "ほかの文。" })).rejects.toEqual(new Conflict(correctionMessages.stale));
  for (let count = 1; count < maxCorrectionsPerDay; count++) {
    await correct({ before: count === 1 ? "にこめ。" : `${count - 1}番目。`, text: `${count}番目。` });
    await finish();
  }
  const before = `${maxCorrectionsPerDay - 1}番目。`;
  await expect(correct({ before })).rejects.toThrow(LimitReached);
  await correct({ before, now: new Date(Date.now() + 25 * 60 * 60 * 1000) });
  await updateTrack(trackId, { spokenWith: null });
  const job = { taskId: await openId(), signal: AbortSignal.timeout(10_000) };
  await expect(runTask(corrections, job, correctTrack)).rejects.toThrow(correctionMessages.gone);
  await endTask(corrections, job.taskId, { as: "failed", error: correctionMessages.gone });
  await expect(correct({ before })).rejects.toThrow(correctionMessages.unknownVoices);
  expect(await findCorrectionObstacle(trackId)).toBe(correctionMessages.unknownVoices);
  await updateTrack(trackId, { isRecording: true });
  await expect(correct({ before })).rejects.toThrow(correctionMessages.recording);
  expect(await findCorrectionObstacle(trackId)).toBe(correctionMessages.recording);
  expect(await db.$count(renditions, eq(renditions.trackId, trackId))).toBe(1);
});
