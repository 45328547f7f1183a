// on one database: about the bytes of files; the rows of notices and tracks have tests of their own (spoken-notices.test.ts)
import { buffer } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { parseBuffer } from "music-metadata";
import { expect, test, vi } from "vitest";
import { createMp3Encoder } from "wasm-media-encoders";
import { aiNote, provenanceFrames } from "#app/engines/audio/ai-provenance.ts";
import { NotFound } from "#app/features/domain-error.ts";
import {
  respondWithFile,
  respondWithFoundFile,
} from "#app/features/storage/file-response/respond-with-file.server.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { makeNotices } from "#app/features/tracks/notice/make-notices.server.ts";
import { listNotices } from "#app/features/tracks/notice/spoken-notices.server.ts";
import { id3Length, id3Tag } from "#app/lib/id3-tag.ts";
import { noticeFileBytes, noticeMs } from "#app/lib/notice-length.ts";
import { logger } from "#app/logger.server.ts";
import { db, write } from "#db/client.ts";
import { renditions, tracks, transcriptCues } from "#db/schema/index.ts";
import { toneEngine } from "#test/audio/tone-engine.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addTrack, updateTrack } from "#test/tracks.ts";
import { feedTagBytes } from "./feed.ts";
import { findTaggedAudio, findTaggedAudioNow } from "./find-tagged-audio.server.ts";

withDatabase();

const origin = "https://mugen.example";
const sound = Buffer.alloc(400_000, "sound");

async function addSpokenTrack({ tag = id3Tag(provenanceFrames({})) }: { tag?: Buffer } = {}) {
  const { id: userId } = await addMember({
    customUserId: `tags-${crypto.randomUUID().slice(0, 8)}`,
    name: "夜野",
  });
  const script = "A: 静かな夜です。\n# 秘密の話\nB: ひみつの合言葉です。";
  const trackId = await addTrack({ userId, title: "夜の音", script });
  const storageKey = `audio/tags-${trackId}/64.mp3`;
  const file = Buffer.concat([tag, sound]);
  await audioStorage().put(storageKey, file);
  await write(async (tx) => {
    const values = { kbps: 64, bytes: file.length, excerptBytes: 240_000, sha256: "ab".repeat(32) };
    await tx.insert(renditions).values({ trackId, storageKey, createdAt: new Date(), ...values });
    await tx.delete(transcriptCues).where(eq(transcriptCues.trackId, trackId));
    await tx.insert(transcriptCues).values([
      { trackId, position: 0, speaker: "A", text: "静かな夜です。", startMs: 46, endMs: 2000, turn: 0 },
      {
        ...{
          trackId,
          position: 1,
          speaker: "B",
          text: "ひみつの合言葉です。",
          startMs: 31_000,
          endMs: 33_000,
        },
        turn: 1,
        section: "秘密の話",
      },
    ]);
    await tx.update(tracks).set({ durationMs: 60_000 }).where(eq(tracks.id, trackId));
  });
  return { trackId, file, storedTag: tag.length };
}

const ask = async (trackId: number, headers: Record<string, string> = {}) =>
  respondWithFile(
    new Request(`${origin}/audio/${trackId}.mp3`, { headers }),
    await findTaggedAudioNow({ id: String(trackId), origin }),
  );
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test("a file for podcast apps names the track, has its cover, chapters and words, and its sound", async () => {
  const { trackId, storedTag } = await addSpokenTrack();
  const file = await bytesOf(await ask(trackId));
  expect(file.length).toBe(feedTagBytes + storedTag + sound.length);
  expect(file.subarray(id3Length(file))).toEqual(sound);
  const { common, format } = await parseBuffer(file, undefined, { includeChapters: true });
  expect(common).toMatchObject({
    title: "夜の音",
    artist: "夜野",
    album: "Mugen",
    comment: [{ text: aiNote }],
    lyrics: [{ text: expect.stringContaining("合言葉") }, { syncText: [{ timestamp: 46 }, {}] }],
  });
  const [picture] = common.picture ?? [];
  expect([picture?.format, (picture?.data.length ?? 0) > 2000]).toEqual(["image/png", true]);
  expect(format.chapters?.map(({ title, start }) => [title, start])).toEqual([
    ["はじめに", 0],
    ["秘密の話", 31],
  ]);
});

test("a part of it is a part of it, wherever it begins", async () => {
  const { trackId } = await addSpokenTrack();
  const whole = await bytesOf(await ask(trackId));
  const border = id3Length(whole);
  for (const [start, end] of [
    [0, 1],
    [border - 3, border + 3],
    [border, border + 9],
    [0, border - 1],
    [100, 330_000],
    [border + 1, whole.length - 1],
  ] as const) {
    const part = await ask(trackId, { Range: `bytes=${start}-${end}` });
    expect(part.headers.get("Content-Range")).toBe(`bytes ${start}-${end}/${whole.length}`);
    expect((await bytesOf(part)).equals(whole.subarray(start, end + 1))).toBe(true);
  }
});

test("a new title is in the tag at once, under another ETag and at the same length", async () => {
  const { trackId } = await addSpokenTrack();
  const before = await ask(trackId);
  const etag = before.headers.get("ETag") ?? "";
  expect((await ask(trackId, { "If-None-Match": etag })).status).toBe(304);
  await updateTrack(trackId, { title: "朝の音", playCount: 9 });
  const after = await ask(trackId, { "If-None-Match": etag });
  expect([after.status, after.headers.get("Content-Length")]).toEqual([
    200,
    before.headers.get("Content-Length"),
  ]);
  // Bytes of one version are never continued by those of another.
  expect(after.headers.get("Last-Modified")).toBeNull();
  expect((await ask(trackId, { Range: "bytes=9-", "If-Range": etag })).status).toBe(200);
  expect((await parseBuffer(await bytesOf(after))).common.title).toBe("朝の音");
});

test("of a premium-only track the excerpt, and no word of what follows", async () => {
  const { trackId } = await addSpokenTrack();
  await updateTrack(trackId, { isPremiumOnly: true });
  const file = await bytesOf(await ask(trackId));
  expect(file.length).toBe(feedTagBytes + 240_000);
  const { common, format } = await parseBuffer(file, undefined, { includeChapters: true });
  expect(JSON.stringify(common.lyrics)).toContain("静かな夜です。");
  for (const secret of ["合言葉", "秘密の話"])
    expect(file.includes(Buffer.from(secret, "utf16le"))).toBe(false);
  expect(format.chapters ?? []).toEqual([]);
});

test("an uploaded recording, whose stored file has no tag, is not called generated", async () => {
  const { trackId } = await addSpokenTrack({ tag: Buffer.alloc(0) });
  await updateTrack(trackId, { isRecording: true });
  const file = await bytesOf(await ask(trackId));
  expect(file.subarray(id3Length(file))).toEqual(sound);
  const { common, native } = await parseBuffer(file);
  expect(common.comment).toBeUndefined();
  expect(native["ID3v2.3"]?.some(({ id }) => id.startsWith("TXXX"))).toBe(false);
});

test("a spoken notice stands between tag and sound; times, lengths and the validator are those of the composed file", async () => {
  const { trackId } = await addSpokenTrack();
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: 24_000, channels: 1, bitrate: 64 });
  const frames = Buffer.concat([
    encoder.encode([new Float32Array(48_000)]).slice(),
    encoder.finalize().slice(),
  ]);
  const storageKey = `audio/tags-${trackId}/1-64.mp3`;
  const file = Buffer.concat([id3Tag(provenanceFrames({})), frames]);
  await audioStorage().put(storageKey, file);
  await write((tx) =>
    tx
      .update(renditions)
      .set({ storageKey, sampleRate: 24_000, bytes: file.length })
      .where(eq(renditions.trackId, trackId)),
  );
  const without = await ask(trackId);
  const plain = await bytesOf(without);
  const engine = toneEngine({ hertz: { a: 300 }, seconds: 2, sampleRate: 24_000 });
  await makeNotices({ signal: new AbortController().signal, engine });
  const [notice] = await listNotices(db);
  const spoken = notice?.files.find(({ kbps, isMono }) => kbps === 64 && isMono);
  const answer = await ask(trackId);
  const whole = await bytesOf(answer);
  const border = id3Length(whole);
  expect(border).toBe(id3Length(plain));
  expect(whole.length).toBe(plain.length + noticeFileBytes(64));
  expect(whole.subarray(border, border + noticeFileBytes(64))).toEqual(
    Buffer.from((await audioStorage().readBytes(spoken?.key ?? "")) ?? []),
  );
  expect(whole.subarray(border + noticeFileBytes(64))).toEqual(frames);
  expect(answer.headers.get("ETag")).not.toBe(without.headers.get("ETag"));
  for (const [start, end] of [
    [0, 9],
    [border - 3, border + 3],
    [100, border + noticeFileBytes(64) - 1],
    [border + 10, border + 20],
    [border + noticeFileBytes(64) - 3, border + noticeFileBytes(64) + 3],
    [border + noticeFileBytes(64), whole.length - 1],
    [0, whole.length - 1],
  ] as const) {
    const part = await ask(trackId, { Range: `bytes=${start}-${end}` });
    expect(part.headers.get("Content-Range")).toBe(`bytes ${start}-${end}/${whole.length}`);
    expect((await bytesOf(part)).equals(whole.subarray(start, end + 1))).toBe(true);
    const streamed = await (await findTaggedAudio({ id: `${trackId}`, origin })).storage.readStream(
      storageKey,
      {
        span: { start, end },
      },
    );
    expect((await buffer(streamed ?? new ReadableStream())).equals(whole.subarray(start, end + 1))).toBe(
      true,
    );
  }
  const { common, format, native } = await parseBuffer(whole, undefined, { includeChapters: true });
  expect(native["ID3v2.3"]).toContainEqual({ id: "TLEN", value: String(60_000 + noticeMs) });
  expect(format.chapters?.map(({ title, start }) => [title, start])).toEqual([
    ["はじめに", 0],
    ["秘密の話", 31 + noticeMs / 1000],
  ]);
  const [, timed] = common.lyrics ?? [];
  expect(timed?.syncText.map(({ text, timestamp }) => [text, timestamp])).toEqual([
    [aiNote, notice?.startMs],
    ["静かな夜です。", 46 + noticeMs],
    ["ひみつの合言葉です。", 31_000 + noticeMs],
  ]);
});

test("a file that is missing in the storage is not found, whether its tag was made before or not", async () => {
  const find = (trackId: number) =>
    respondWithFoundFile(new Request(`${origin}/audio/${trackId}.mp3`), (options) =>
      findTaggedAudio({ id: String(trackId), origin, ...options }),
    );
  const [made, unmade] = [await addSpokenTrack(), await addSpokenTrack()];
  expect((await find(made.trackId)).status).toBe(200);
  const logged = vi.spyOn(logger, "error").mockImplementation(() => {});
  for (const { trackId } of [made, unmade]) {
    const key = `audio/tags-${trackId}/64.mp3`;
    await audioStorage().remove(key);
    await expect(find(trackId)).rejects.toThrow(NotFound);
    expect(logged).toHaveBeenLastCalledWith({ key }, "a stored file is missing");
  }
  expect(logged).toHaveBeenCalledTimes(2);
  logged.mockRestore();
});
