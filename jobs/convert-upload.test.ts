import { access } from "node:fs/promises";
import { setTimeout as delay, setImmediate } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { wavOfPcm } from "#app/engines/speech/wav-file.ts";
import { officialAccount } from "#app/features/accounts/account.ts";
import * as audit from "#app/features/audit/record-audit.server.ts";
import { orphanedAudio } from "#app/features/creation/server/orphaned-audio.server.ts";
import { audioStorage, folderOfTask } from "#app/features/storage/server/audio-storage.server.ts";
import { PermanentFailure, runTask, TaskEnded } from "#app/features/tasks/run-task.server.ts";
import { endTask, removeOldTasks } from "#app/features/tasks/task-life.server.ts";
import { excerptMs } from "#app/features/tracks/excerpt.ts";
import {
  beginUpload,
  discardUpload,
  queueUpload,
  storeUploadedFile,
} from "#app/features/tracks/upload/server/begin-upload.server.ts";
import { cancelUpload, forgetUpload } from "#app/features/tracks/upload/server/end-upload.server.ts";
import { findUpload } from "#app/features/tracks/upload/server/list-uploads.server.ts";
import {
  endInterruptedUploads,
  orphanedUploads,
  sourceKey,
  uploads,
  workFolder,
} from "#app/features/tracks/upload/server/upload-kind.server.ts";
import { uploadFieldsSchema } from "#app/features/tracks/upload/upload.schema.ts";
import { uploadMessages } from "#app/features/tracks/upload/upload.ts";
import { db, write } from "#db/client.ts";
import {
  auditLog,
  labels,
  renditions,
  trackLabels,
  tracks,
  trackUploads,
  transcriptCues,
} from "#db/schema/index.ts";
import { makeM4a, makeWav } from "#test/audio/make-audio.ts";
import { withDatabase } from "#test/database.ts";
import { convertUpload } from "./convert-upload.ts";

withDatabase();

const actor = { kind: "admin", name: "admin" } as const;
const signal = new AbortController().signal;
const run = (uploadId: string) => runTask(uploads, { taskId: uploadId, signal }, convertUpload);

async function receive(bytes: Uint8Array): Promise<string> {
  const uploadId = await beginUpload({ adminName: "admin" });
  async function* parts() {
    for (let at = 0; at < bytes.length; at += 60_000) yield bytes.subarray(at, at + 60_000);
  }
  await storeUploadedFile(uploadId, parts());
  return uploadId;
}

async function upload(bytes: Uint8Array, fields: Record<string, string> = {}): Promise<string> {
  const uploadId = await receive(bytes);
  await queueUpload(uploadId, {
    fields: uploadFieldsSchema.parse({ title: "波の音", ...fields }),
    fileName: "wave.mp3",
    bytes: bytes.length,
  });
  return uploadId;
}

async function findRow(uploadId: string) {
  const [row] = await db.select().from(trackUploads).where(eq(trackUploads.id, uploadId));
  return row;
}

async function filesOf(uploadId: string): Promise<string[]> {
  const keys: string[] = [];
  for (const prefix of [folderOfTask(uploadId), sourceKey(uploadId)])
    for await (const key of audioStorage().list(prefix)) keys.push(key);
  return keys;
}

async function trackOf(uploadId: string) {
  const { trackId } = await findUpload(uploadId);
  const [track] = await db
    .select()
    .from(tracks)
    .where(eq(tracks.id, trackId ?? 0));
  if (!track) throw new Error("no track");
  return track;
}

const webVtt = `WEBVTT

1
00:00.100 --> 00:00.500
<v 司会>こんばんは。</v>

00:00.500 --> 00:00.900
<v ゲスト>どうも &amp; はじめまして。</v>

00:09.000 --> 00:10.000
もう終わっています。
`;

test("an uploaded file becomes a track of the official account with both files, labels, lines and a row of the audit log", async () => {
  const uploadId = await upload(makeM4a(), { labels: "音楽、 歴史,音楽", transcript: webVtt });
  await run(uploadId);
  const track = await trackOf(uploadId);
  expect(track).toMatchObject({
    userId: officialAccount.id,
    title: "波の音",
    script: "A: こんばんは。\nB: どうも & はじめまして。\nA: もう終わっています。",
    isVisible: true,
    isPremiumOnly: false,
    taskId: uploadId,
  });
  const files = await db.select().from(renditions).where(eq(renditions.trackId, track.id));
  expect(files.map(({ kbps, sampleRate }) => ({ kbps, sampleRate }))).toEqual([
    { kbps: 64, sampleRate: 22_050 },
    { kbps: 128, sampleRate: 44_100 },
  ]);
  for (const { storageKey, bytes } of files)
    expect(await audioStorage().stat(storageKey)).toMatchObject({ bytes });
  const cues = await db.select().from(transcriptCues).where(eq(transcriptCues.trackId, track.id));
  // 50 ms later, as the sound is; what begins after the end has no place.
  expect(cues.map(({ speaker, startMs, endMs }) => ({ speaker, startMs, endMs }))).toEqual([
    { speaker: "A", startMs: 150, endMs: 550 },
    { speaker: "B", startMs: 550, endMs: 950 },
  ]);
  const names = await db
    .select({ name: labels.name })
    .from(trackLabels)
    .innerJoin(labels, eq(labels.id, trackLabels.labelId))
    .where(eq(trackLabels.trackId, track.id));
  expect(names.map(({ name }) => name).sort()).toEqual(["歴史", "音楽"].sort());
  const [entry] = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.targetId, String(track.id)));
  expect(entry).toMatchObject({
    action: "track.upload",
    actorName: "admin",
    after: { uploadId, title: "波の音" },
  });
  expect(await findUpload(uploadId)).toMatchObject({ state: "completed", progress: 100, error: null });
  expect(await filesOf(uploadId)).toEqual(files.map(({ storageKey }) => storageKey).sort());
  await expect(access(workFolder(uploadId))).rejects.toThrow();
  // Once more, as after a crash: nothing is doubled.
  await run(uploadId);
  expect(await db.$count(tracks, eq(tracks.taskId, uploadId))).toBe(1);
});

test("without a transcript, hidden and premium-only", async () => {
  const bytes = makeWav({ seconds: excerptMs / 1000 + 2, sampleRate: 8000 });
  const uploadId = await upload(bytes, { hidden: "on", premiumOnly: "on" });
  await run(uploadId);
  const track = await trackOf(uploadId);
  expect(track).toMatchObject({ script: "", isVisible: false, isPremiumOnly: true });
  const [file] = await db.select().from(renditions).where(eq(renditions.trackId, track.id));
  expect(file?.excerptBytes).toBeGreaterThan((excerptMs / 8) * 64 * 0.98);
  expect(file?.excerptBytes).toBeLessThanOrEqual((excerptMs / 8) * 64);
});

test("without its audit row there is no track, and the next run makes it", async () => {
  const uploadId = await upload(makeWav({ sampleRate: 8000 }));
  vi.spyOn(audit, "recordAudit").mockRejectedValueOnce(new Error("the log is full"));
  await expect(run(uploadId)).rejects.toThrow("the log is full");
  expect(await db.$count(tracks, eq(tracks.taskId, uploadId))).toBe(0);
  await run(uploadId);
  expect(await db.$count(tracks, eq(tracks.taskId, uploadId))).toBe(1);
});

test.each([
  ["これは音声ではありません", uploadMessages.unreadable],
  ["RIFF____WAVEdata____", uploadMessages.unreadable],
])("a file that is no audio fails with a message and leaves nothing: %s", async (content, message) => {
  const uploadId = await upload(Buffer.from(content));
  const error = await run(uploadId).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PermanentFailure);
  await endTask(uploads, uploadId, { as: "failed", error: error instanceof Error ? error.message : "" });
  expect(await findUpload(uploadId)).toMatchObject({ state: "failed", error: message, trackId: null });
  expect(await filesOf(uploadId)).toEqual([]);
  await expect(access(workFolder(uploadId))).rejects.toThrow();
  await forgetUpload({ actor, uploadId });
  await expect(findUpload(uploadId)).rejects.toThrow(uploadMessages.notFound);
});

test("a cancelled upload stops and leaves nothing but its row in the audit log", async () => {
  // So long that its conversion does not end before the test has seen it begin.
  const uploadId = await upload(wavOfPcm(Buffer.alloc(2 * 300 * 44_100), 44_100));
  const ended = expect(run(uploadId)).rejects.toBeInstanceOf(TaskEnded);
  await expect.poll(async () => (await findUpload(uploadId)).state).toBe("processing");
  await cancelUpload({ actor, uploadId });
  await ended;
  expect(await findUpload(uploadId)).toMatchObject({ state: "cancelled", trackId: null });
  expect(await filesOf(uploadId)).toEqual([]);
  expect(await db.$count(auditLog, eq(auditLog.targetId, uploadId))).toBe(1);
  await expect(cancelUpload({ actor, uploadId })).rejects.toThrow(uploadMessages.ended);
  await run(uploadId);
  expect(await db.$count(tracks, eq(tracks.taskId, uploadId))).toBe(0);
});

test("a file whose conversion ends the server again and again is given up", async () => {
  const uploadId = await upload(makeWav());
  await write((tx) => tx.update(trackUploads).set({ attempts: 3 }).where(eq(trackUploads.id, uploadId)));
  await run(uploadId);
  expect(await findUpload(uploadId)).toMatchObject({ state: "failed", error: uploadMessages.crashed });
});

test("a file that no longer comes ends its upload; one that comes, and its files, are left alone", async () => {
  const uploadId = await receive(makeWav());
  expect(await orphanedUploads.findOrphans([sourceKey(uploadId)])).toEqual([]);
  expect(await orphanedAudio.findOrphans([`${folderOfTask(uploadId)}64.mp3`])).toEqual([]);
  await endInterruptedUploads();
  expect(await findUpload(uploadId)).toMatchObject({ state: "receiving" });
  await endInterruptedUploads({ now: new Date(Date.now() + 121_000) });
  expect(await findUpload(uploadId)).toMatchObject({ state: "failed", error: uploadMessages.interrupted });
  expect(await filesOf(uploadId)).toEqual([]);
  expect(await orphanedUploads.findOrphans([sourceKey(uploadId)])).toEqual([sourceKey(uploadId)]);
  // Bytes that come all the same.
  const fields = uploadFieldsSchema.parse({ title: "遅い" });
  await expect(queueUpload(uploadId, { fields, fileName: "", bytes: 1 })).rejects.toThrow(
    uploadMessages.ended,
  );
  await removeOldTasks(uploads, new Date(Date.now() + 8 * 24 * 60 * 60 * 1000));
  await expect(findUpload(uploadId)).rejects.toThrow(uploadMessages.notFound);
});

test("a file that has come and is being sent to a bucket keeps its upload, however long that takes", async () => {
  const began = new Date("2031-01-01T00:00:00Z");
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"], now: began });
  try {
    const timers = vi.getTimerCount();
    const uploadId = await beginUpload({ adminName: "admin" });
    const spooled = Promise.withResolvers<void>();
    const sent = Promise.withResolvers<void>();
    vi.spyOn(audioStorage(), "put").mockImplementationOnce(async (_key, parts) => {
      for await (const _ of parts);
      spooled.resolve();
      await sent.promise;
    });
    async function* parts() {
      yield makeWav();
    }
    const storing = storeUploadedFile(uploadId, parts());
    await spooled.promise;
    for (let seconds = 20; seconds <= 140; seconds += 20) {
      vi.advanceTimersByTime(20_000);
      const now = new Date(began.getTime() + seconds * 1000);
      const touchedAt = async () => (await findRow(uploadId))?.updatedAt;
      // `expect.poll` would move the clock.
      for (let looks = 0; looks < 500 && Number(await touchedAt()) !== Number(now); looks++) await delay(5);
      expect(await touchedAt()).toEqual(now);
    }
    await endInterruptedUploads({ now: new Date() });
    sent.resolve();
    await storing;
    expect(await findRow(uploadId)).toMatchObject({
      state: "receiving",
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(vi.getTimerCount()).toBe(timers);
    await discardUpload(uploadId);
  } finally {
    vi.useRealTimers();
  }
});

test("an upload that has ended takes no more of its file, and leaves no timer", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const timers = vi.getTimerCount();
    const uploadId = await beginUpload({ adminName: "admin" });
    await endTask(uploads, uploadId, { as: "failed" });
    async function* endless() {
      for (;;) {
        vi.advanceTimersByTime(20_000);
        await setImmediate();
        yield new Uint8Array(1000);
      }
    }
    await expect(storeUploadedFile(uploadId, endless())).rejects.toThrow(uploadMessages.ended);
    expect(vi.getTimerCount()).toBe(timers);
    expect(await filesOf(uploadId)).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

test("a sender who goes away leaves nothing", async () => {
  const uploadId = await beginUpload({ adminName: "admin" });
  async function* broken() {
    yield new Uint8Array(1000);
    throw new Error("gone");
  }
  await expect(storeUploadedFile(uploadId, broken())).rejects.toThrow("gone");
  await discardUpload(uploadId);
  expect(await filesOf(uploadId)).toEqual([]);
  await expect(findUpload(uploadId)).rejects.toThrow(uploadMessages.notFound);
});
