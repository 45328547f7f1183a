import { createHash } from "node:crypto";
import { mkdtemp, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { and, eq } from "drizzle-orm";
import { compactVerify, createLocalJWKSet } from "jose";
import { expect, test, vi } from "vitest";
import { createMp3Encoder } from "wasm-media-encoders";
import { run as verify } from "#app/cli/verify-command.ts";
import { environment } from "#app/config/environment.ts";
import { scriptSha256 } from "#app/engines/made-with.ts";
import { exportAccount } from "#app/features/accounts/server/export-account.server.ts";
import { systemActor } from "#app/features/audit/actor.ts";
import { completeCorrection } from "#app/features/creation/correction/complete-correction.server.ts";
import { corrections, findCorrectedTrack } from "#app/features/creation/correction/correction-kind.server.ts";
import { startCorrection } from "#app/features/creation/correction/start-correction.server.ts";
import { startPreview } from "#app/features/creation/preview/start-preview.server.ts";
import { publishTrack } from "#app/features/creation/publish/publish-track.server.ts";
import { completePreview } from "#app/features/creation/tasks/server/complete-task.server.ts";
import { previews } from "#app/features/creation/tasks/server/creation-kinds.server.ts";
import { feedTagBytes } from "#app/features/feeds/feed.ts";
import { findTaggedAudio } from "#app/features/feeds/find-tagged-audio.server.ts";
import { audioKey, audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { claimTask } from "#app/features/tasks/task-life.server.ts";
import { takeDownTrack } from "#app/features/tracks/moderation/take-down-track.server.ts";
import { makeNotices } from "#app/features/tracks/notice/make-notices.server.ts";
import { deleteTrack } from "#app/features/tracks/server/delete-track.server.ts";
import { insertTrack } from "#app/features/tracks/server/insert-track.server.ts";
import { setPremiumOnly } from "#app/features/tracks/server/set-premium-only.server.ts";
import { setTrackVisibility } from "#app/features/tracks/server/set-track-visibility.server.ts";
import { hashOlderFiles } from "#app/features/tracks/server/track-sounds.server.ts";
import { id3Length, id3Tag, textFrame } from "#app/lib/id3-tag.ts";
import { mp3Frames } from "#app/lib/mp3-frames.ts";
import { noticeFileBytes } from "#app/lib/notice-length.ts";
import { SoundHash, soundSha256 } from "#app/lib/sound-hash.ts";
import { db, write } from "#db/client.ts";
import {
  audioTasks,
  clips,
  renditions,
  type StoredMaking,
  settings,
  trackCorrections,
} from "#db/schema/index.ts";
import { decodeMp3 } from "#test/audio/decode-mp3.ts";
import { toneEngine } from "#test/audio/tone-engine.ts";
import { addAudioTask } from "#test/audio-tasks.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { manifestSchema } from "./provenance.schema.ts";
import { judgeLink, judgeSound } from "./server/find-verdict.server.ts";
import { signManifest } from "./server/sign-manifest.server.ts";
import { listKeys, rotateSigningKey, signingKey } from "./server/site-keys.server.ts";

withDatabase();

const origin = "https://mugen.example";
const sampleRate = 24_000;

async function encode(samples: Float32Array, kbps: 64 | 128 = 64): Promise<Buffer> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate, channels: 1, bitrate: kbps });
  return Buffer.concat([encoder.encode([samples]).slice(), encoder.finalize().slice()]);
}

let tracksMade = 0;
/** A sound that no other track of these tests has, with a tag as stored files have one. */
async function newSound(seconds = 2) {
  const hertz = 200 + 7 * tracksMade++;
  const samples = Float32Array.from(
    { length: seconds * sampleRate },
    (_, n) => 0.2 * Math.sin((2 * Math.PI * hertz * n) / sampleRate),
  );
  const sound = await encode(samples);
  return Buffer.concat([id3Tag([textFrame("TIT2", "もとの題名")]), sound]);
}

async function store(taskId: string, bytes: Buffer, isHashed = true) {
  const storageKey = audioKey(taskId, 64);
  await audioStorage().put(storageKey, bytes);
  return {
    durationMs: 2000,
    files: [
      {
        kbps: 64,
        sampleRate,
        storageKey,
        bytes: bytes.length,
        sha256: createHash("sha256").update(bytes).digest("hex"),
        ...(isHashed && { soundSha256: soundSha256(bytes) ?? "" }),
      },
    ],
    cues: [{ speaker: "A" as const, text: "一つ目。", turn: 0, startMs: 0, endMs: 900 }],
  };
}

async function addTrack(
  o: { seconds?: number; making?: StoredMaking; isHashed?: boolean; isRecording?: boolean } = {},
) {
  const viewer = await addMember();
  const taskId = crypto.randomUUID();
  const file = await newSound(o.seconds);
  const audio = await store(taskId, file, o.isHashed);
  const trackId = await write((tx) =>
    insertTrack(tx, {
      author: viewer,
      taskId,
      title: "夜の音",
      script: "A: 一つ目。",
      labels: [],
      audio,
      filename: `${taskId}.mp3`,
      spokenWith: { speakingRate: 1, voices: null },
      making: o.making ?? null,
      isRecording: o.isRecording ?? false,
    }),
  );
  return { viewer, trackId, file };
}

async function correct(viewer: Awaited<ReturnType<typeof addMember>>, trackId: number, file: Buffer) {
  const before = await signManifest({ viewer: null, trackId, origin });
  const text = before.track.script.replace("A: ", "");
  await startCorrection({ viewer, trackId, line: 0, before: text, text: `続き、${text}`, note: null });
  const [open] = await db
    .select({ id: trackCorrections.id })
    .from(trackCorrections)
    .where(and(eq(trackCorrections.trackId, trackId), eq(trackCorrections.state, "queued")));
  const claimed = await claimTask(corrections, open?.id ?? "");
  const track = claimed && (await findCorrectedTrack(claimed));
  if (!track) throw new Error("there is no correction");
  const spokenBy = { engine: "voicevox", model: null, program: "9.9.9", voices: [] };
  const audio = { ...(await store(claimed.id, file)), spokenBy };
  expect(await completeCorrection(claimed, track, { script: `A: ${claimed.after}`, audio, harms: [] })).toBe(
    true,
  );
}

const judgeFile = (file: Uint8Array) => {
  const hash = new SoundHash();
  hash.update(file);
  return judgeSound(hash.digest());
};
const stateOf = async (file: Uint8Array) => (await judgeFile(file)).state;

/** What the site sends for a track: the file in the feeds, with its tag. */
async function download(trackId: number): Promise<Buffer> {
  const { storage, key, bytes } = await findTaggedAudio({ id: `${trackId}`, origin });
  const file = await storage.readBytes(key, { start: 0, end: bytes - 1 });
  if (!file) throw new Error("there is no file");
  return Buffer.from(file);
}

test("a file is known again with other tags, and not when it is cut or encoded again", async () => {
  const { trackId, file } = await addTrack();
  const tagged = await download(trackId);
  expect(tagged.equals(file)).toBe(false);
  const sound = file.subarray(id3Length(file));
  const retagged = Buffer.concat([
    id3Tag([textFrame("TIT2", "よその題名")]),
    sound,
    Buffer.from("TAG".padEnd(128)),
  ]);
  for (const same of [file, tagged, sound, retagged])
    expect(await judgeFile(same)).toMatchObject({
      state: "unchanged",
      isExcerpt: false,
      track: { id: trackId },
    });
  const { samples } = await decodeMp3(sound);
  const ends = [...mp3Frames(sound)].map(({ end }) => end);
  for (const other of [
    sound.subarray(ends[3]),
    sound.subarray(0, ends.at(-4)),
    await encode(samples),
    await encode(samples, 128),
  ])
    expect(await stateOf(other)).toBe("unknown");
  expect(await stateOf(Buffer.from("RIFF")), "no MP3").toBe("no-sound");
});

test("what is said of a sound and of a link when its track is corrected, hidden, taken down, deleted", async () => {
  const { viewer, trackId, file } = await addTrack();
  const link = `${origin}/track/${trackId}`;
  expect(await judgeLink(link, origin)).toMatchObject({ state: "unchanged", track: { title: "夜の音" } });
  const second = await newSound();
  await correct(viewer, trackId, second);
  expect(await judgeFile(file)).toMatchObject({ state: "corrected", track: { id: trackId } });
  expect(await stateOf(second)).toBe("unchanged");
  expect(await judgeLink(link, origin)).toMatchObject({ state: "corrected" });

  await setTrackVisibility({ viewer, trackId, isVisible: false });
  expect(await judgeFile(second)).toEqual({ state: "not-public" });
  expect(await judgeLink(link, origin), "numbers can be guessed").toEqual({ state: "unknown" });
  await setTrackVisibility({ viewer, trackId, isVisible: true });

  const now = new Date("2026-11-27T00:00:00Z");
  await takeDownTrack({ actor: systemActor, trackId, reason: "規約", now });
  const takenDown = { state: "taken-down", takenDownAt: now.toISOString() };
  expect(await judgeFile(second)).toEqual(takenDown);
  expect(await judgeLink(link, origin)).toEqual(takenDown);

  await deleteTrack({ viewer, trackId });
  expect(await stateOf(second)).toBe("unknown");
  expect(await judgeLink(link, origin)).toEqual({ state: "unknown" });
});

test("links of the site are known in all their forms, others are not looked at", async () => {
  const { viewer, trackId } = await addTrack();
  await write((tx) =>
    tx.insert(clips).values({
      id: "clip1",
      ...{ userId: viewer.id, trackId, firstTurn: 0, firstSentence: 0, lastTurn: 0, lastSentence: 0 },
      ...{ startMs: 0, endMs: 1000, createdAt: new Date() },
    }),
  );
  const forms = [
    `/track/${trackId}`,
    `/${viewer.id}/track/${trackId}?from=x#t=3`,
    `/users/${viewer.id}/track/${trackId}`,
    `/embed/track/${trackId}`,
    `/audio/${trackId}.mp3?quality=high`,
    `/api/stream/${trackId}`,
    `/api/tracks/${trackId}/provenance`,
    `/?track=${trackId}`,
    "/clip/clip1",
  ];
  for (const form of forms)
    for (const link of [form, ` ${origin}${form} `, `${new URL(origin).host}${form}`])
      expect((await judgeLink(link, origin)).state, link).toBe("unchanged");
  for (const link of [
    `https://other.example/track/${trackId}`,
    `//other.example/track/${trackId}`,
    `javascript:/track/${trackId}`,
    `/track/${trackId}0000000000`,
    "/terms",
    "https://",
    "x".repeat(2000),
  ])
    expect((await judgeLink(link, origin)).state, link).toBe("unknown");
});

test("the excerpt of a premium-only track is known as such", async () => {
  const { trackId, file } = await addTrack({ seconds: 32 });
  await setPremiumOnly({ trackId, isPremiumOnly: true, actor: systemActor });
  const excerpt = await download(trackId);
  expect(excerpt.length).toBeLessThan(file.length + 200_000);
  expect(await judgeFile(excerpt)).toMatchObject({ state: "unchanged", isExcerpt: true });
  expect(await judgeFile(file)).toMatchObject({ state: "unchanged", isExcerpt: false });
});

test("files older than the hash of sounds are hashed and their sample rates noted, once", async () => {
  const { trackId, file } = await addTrack({ isHashed: false });
  await write((tx) => tx.update(renditions).set({ sampleRate: null }).where(eq(renditions.trackId, trackId)));
  expect(await stateOf(file)).toBe("unknown");
  expect((await signManifest({ viewer: null, trackId, origin })).provenance.manifest.sounds).toEqual([]);
  await hashOlderFiles();
  expect(await stateOf(file)).toBe("unchanged");
  const [row] = await db.select().from(renditions).where(eq(renditions.trackId, trackId));
  expect(row).toMatchObject({ soundSha256: soundSha256(file), sampleRate });
  const read = vi.spyOn(audioStorage(), "readStream");
  await hashOlderFiles();
  expect(read).not.toHaveBeenCalled();
  read.mockRestore();
});

const making: StoredMaking = {
  script: {
    engine: "gemini",
    model: "m1",
    program: "1.0.0",
    sha256: scriptSha256("A: 一つ目。"),
    isEdited: true,
  },
  speech: {
    engine: "local",
    model: null,
    program: "1.0.0",
    voices: [{ speaker: "A", id: "mei", name: "メイ" }],
  },
};

test("a manifest says what was recorded, in order, and of what was not that it is unknown", async () => {
  const { viewer, trackId, file } = await addTrack({ making });
  const sounds = [{ part: "whole", kbps: 64, sha256: soundSha256(file) }];
  const { manifest } = (await signManifest({ viewer: null, trackId, origin })).provenance;
  expect(manifestSchema.parse(manifest)).toMatchObject({
    kind: "generated",
    script: { writtenBy: { engine: "gemini", model: "m1", program: "1.0.0" }, editedByAuthor: true },
    factCheck: "none",
    speech: { engine: "local", voices: [{ speaker: "A", id: "mei", name: "メイ" }] },
    sounds,
    corrections: [],
  });
  await correct(viewer, trackId, await newSound());
  await correct(viewer, trackId, await newSound());
  const after = (await signManifest({ viewer: null, trackId, origin })).provenance.manifest;
  expect(after.corrections.map(({ line }) => line)).toEqual([1, 1]);
  expect(after.corrections[0]?.replaced).toEqual(sounds);
  expect(after.corrections[1]?.replaced).toHaveLength(1);
  expect(after.speech).toMatchObject({ engine: "voicevox" });
  expect(JSON.stringify(after), "the corrected words are for those who may read the script").not.toContain(
    "一つ目",
  );

  const old = await addTrack();
  expect(
    (await signManifest({ viewer: null, trackId: old.trackId, origin })).provenance.manifest,
  ).toMatchObject({
    script: { writtenBy: "unknown", editedByAuthor: "unknown" },
    speech: "unknown",
  });
  const recording = await addTrack({ isRecording: true });
  expect(
    (await signManifest({ viewer: null, trackId: recording.trackId, origin })).provenance.manifest,
  ).toMatchObject({ kind: "recording", notice: null, script: null, speech: null });
});

test("what wrote a script is known by its task, or by its words, and whether the author changed it before publishing", async () => {
  const viewer = await addMember();
  const scriptTaskId = crypto.randomUUID();
  const script = "A: 一つ目。";
  const wrote = { engine: "gemini", model: "m1", program: "1.0.0" };
  await addAudioTask({
    id: scriptTaskId,
    userId: viewer.id,
    kind: "script",
    inputText: "本文",
    script,
    making: { script: { ...wrote, sha256: scriptSha256(script) } },
  });
  const publish = async (spoken: string, ofTask?: string) => {
    const taskId = await startPreview({
      viewer,
      flow: "v2",
      script: spoken,
      title: "夜の音",
      inputText: "本文",
      speakingRate: 1,
      labels: [],
      factCheck: null,
      scriptTaskId: ofTask,
    });
    await claimTask(previews, taskId);
    await completePreview(taskId, await store(taskId, await newSound()));
    const [task] = await db.select().from(audioTasks).where(eq(audioTasks.id, taskId));
    const previewFilename = task?.previewFilename ?? "";
    const { trackId } = await publishTrack({ viewer, previewFilename, title: "夜の音", labels: [] });
    return (await signManifest({ viewer, trackId, origin })).provenance.manifest.script;
  };
  expect(await publish("A: 直した。", scriptTaskId)).toEqual({ writtenBy: wrote, editedByAuthor: true });
  expect(await publish(script)).toEqual({ writtenBy: wrote, editedByAuthor: false });
  expect(await publish("A: 持ちこんだ台本。")).toEqual({ writtenBy: "unknown", editedByAuthor: "unknown" });
});

test("what a key has signed stays valid after the next one, and the private half is in no export and no table", async () => {
  const { viewer, trackId } = await addTrack();
  const before = (await signManifest({ viewer: null, trackId, origin })).provenance.jws;
  const old = await signingKey();
  const kid = await rotateSigningKey({ actor: systemActor });
  const after = (await signManifest({ viewer: null, trackId, origin })).provenance.jws;
  const keys = await listKeys();
  expect(keys.keys.map((key) => [key.kid, key.exp !== undefined])).toEqual(
    expect.arrayContaining([
      [kid, false],
      [old.kid, true],
    ]),
  );
  for (const [jws, id] of [
    [before, old.kid],
    [after, kid],
  ] as const)
    expect((await compactVerify(jws, createLocalJWKSet(keys))).protectedHeader.kid).toBe(id);
  const file = path.join(environment().DATA_DIR, "keys", "provenance.json");
  const { d } = JSON.parse(await readFile(file, "utf8"));
  expect((await stat(file)).mode & 0o777, "others read it under no umask").toBe(0o600);
  expect(d).toMatch(/^[\w-]{43}$/);
  expect(
    JSON.stringify([keys, await db.select().from(settings), await exportAccount({ viewer })]),
  ).not.toContain(d);
});

test("a file that begins with the spoken notice is known by what follows, here and by the command; other words in front are not", {
  tags: "release",
}, async () => {
  const { trackId, file } = await addTrack();
  const engine = toneEngine({ hertz: { a: 300 }, seconds: 2, sampleRate });
  await makeNotices({ signal: new AbortController().signal, engine });
  const downloaded = await download(trackId);
  expect(downloaded.length).toBe(feedTagBytes + file.length + noticeFileBytes(64));
  expect(soundSha256(downloaded)).not.toBe(soundSha256(file));
  expect(await stateOf(downloaded)).toBe("unchanged");
  const retagged = Buffer.concat([
    id3Tag([textFrame("TIT2", "別の題名")]),
    downloaded.subarray(id3Length(downloaded)),
  ]);
  expect(await stateOf(retagged)).toBe("unchanged");
  const sound = file.subarray(id3Length(file));
  const other = await newSound(6);
  const words = other.subarray(id3Length(other));
  const forged = Buffer.concat([words.subarray(0, noticeFileBytes(64)), sound]);
  expect(await stateOf(forged)).toBe("unknown");

  const folder = await mkdtemp(path.join(tmpdir(), "verify-"));
  const put = async (name: string, content: string | Uint8Array) => {
    const target = path.join(folder, name);
    await writeFile(target, content);
    return target;
  };
  const { provenance } = await signManifest({ viewer: null, trackId, origin });
  expect(provenance.manifest.notices?.map(({ kbps, frames }) => [kbps, frames])).toEqual([
    ...[
      [64, 167],
      [128, 167],
      [64, 167],
      [128, 167],
    ],
  ]);
  const manifest = await put("manifest.json", JSON.stringify(provenance));
  const keys = await put("keys.json", JSON.stringify(await listKeys()));
  const out = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const err = vi.spyOn(console, "error").mockReturnValue();
  for (const [name, content, code] of [
    ["downloaded", downloaded, 0],
    ["retagged", retagged, 0],
    ["stored", file, 0],
    ["forged", forged, 1],
  ] as const)
    expect(await verify([await put(name, content), "--manifest", manifest, "--keys", keys]), name).toBe(code);

  // Downloaded before the operator changed the setting.
  Object.assign(environment(), { AI_NOTE: "written" });
  expect(await stateOf(downloaded)).toBe("unchanged");
  const later = (await signManifest({ viewer: null, trackId, origin })).provenance;
  expect(later.manifest.notices).toEqual([]);
  const laterManifest = await put("later.json", JSON.stringify(later));
  for (const [name, code] of [
    ["downloaded", 0],
    ["forged", 1],
  ] as const)
    expect(await verify([path.join(folder, name), "--manifest", laterManifest, "--keys", keys])).toBe(code);
  Object.assign(environment(), { AI_NOTE: "feeds" });
  out.mockRestore();
  err.mockRestore();
  const recording = await addTrack({ isRecording: true });
  expect((await download(recording.trackId)).length).toBe(feedTagBytes + recording.file.length);
});

test("the command checks a file without the site: as it is, with other tags, corrected since, another one, a forged manifest", async () => {
  const { viewer, trackId, file } = await addTrack();
  const folder = await mkdtemp(path.join(tmpdir(), "verify-"));
  const put = async (name: string, content: string | Uint8Array) => {
    const target = path.join(folder, name);
    await writeFile(target, content);
    return target;
  };
  const manifest = async () =>
    put("manifest.json", JSON.stringify((await signManifest({ viewer: null, trackId, origin })).provenance));
  const [kept, keys] = [
    await put("kept.mp3", file),
    await put("keys.json", JSON.stringify(await listKeys())),
  ];
  const tagged = await put("tagged.mp3", await download(trackId));
  const out = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const err = vi.spyOn(console, "error").mockReturnValue();
  const first = await manifest();
  for (const same of [kept, tagged])
    expect(await verify([same, "--manifest", first, "--keys", keys])).toBe(0);
  expect(await verify([kept, "--manifest", first]), "nobody knows the key").toBe(3);
  const other = await put("other.mp3", await newSound());
  expect(await verify([other, "--manifest", first, "--keys", keys])).toBe(1);
  const { jws } = JSON.parse(await readFile(first, "utf8"));
  const [head, , signature] = jws.split(".");
  const forged = Buffer.from('{"format":"mugen-provenance/1"}').toString("base64url");
  for (const wrong of [`${head}.${forged}.${signature}`, "x", '{"jws":1}'])
    expect(await verify([kept, "--manifest", await put("wrong", wrong), "--keys", keys])).toBe(1);
  await correct(viewer, trackId, await newSound());
  out.mockClear();
  expect(await verify([kept, "--manifest", await manifest(), "--keys", keys])).toBe(0);
  expect(String(out.mock.calls)).toContain("corrected since");
  expect(await verify([kept])).toBe(2);
  out.mockRestore();
  err.mockRestore();
});
