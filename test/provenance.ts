import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { expect } from "vitest";
import { createMp3Encoder } from "wasm-media-encoders";
import { completeCorrection } from "#app/features/creation/correction/complete-correction.server.ts";
import { corrections, findCorrectedTrack } from "#app/features/creation/correction/correction-kind.server.ts";
import { startCorrection } from "#app/features/creation/correction/start-correction.server.ts";
import { findTaggedAudio } from "#app/features/feeds/find-tagged-audio.server.ts";
import { judgeSound } from "#app/features/provenance/server/find-verdict.server.ts";
import { signManifest } from "#app/features/provenance/server/sign-manifest.server.ts";
import { audioKey, audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { claimTask } from "#app/features/tasks/task-life.server.ts";
import { insertTrack } from "#app/features/tracks/server/insert-track.server.ts";
import { id3Tag, textFrame } from "#app/lib/id3-tag.ts";
import { SoundHash, soundSha256 } from "#app/lib/sound-hash.ts";
import { db, write } from "#db/client.ts";
import { type StoredMaking, trackCorrections } from "#db/schema/index.ts";
import { addMember } from "#test/database.ts";

export const origin = "https://mugen.example";
export const sampleRate = 24_000;

export async function encode(samples: Float32Array, kbps: 64 | 128 = 64): Promise<Buffer> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate, channels: 1, bitrate: kbps });
  return Buffer.concat([encoder.encode([samples]).slice(), encoder.finalize().slice()]);
}

let tracksMade = 0;
/** A sound that no other track of these tests has, with a tag as stored files have one. */
export async function newSound(seconds = 2) {
  const hertz = 200 + 7 * tracksMade++;
  const samples = Float32Array.from(
    { length: seconds * sampleRate },
    (_, n) => 0.2 * Math.sin((2 * Math.PI * hertz * n) / sampleRate),
  );
  const sound = await encode(samples);
  return Buffer.concat([id3Tag([textFrame("TIT2", "もとの題名")]), sound]);
}

export async function store(taskId: string, bytes: Buffer, isHashed = true) {
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

export async function addTrack(
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

export async function correct(viewer: Awaited<ReturnType<typeof addMember>>, trackId: number, file: Buffer) {
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

export const judgeFile = (file: Uint8Array) => {
  const hash = new SoundHash();
  hash.update(file);
  return judgeSound(hash.digest());
};
export const stateOf = async (file: Uint8Array) => (await judgeFile(file)).state;

/** What the site sends for a track: the file in the feeds, with its tag. */
export async function download(trackId: number): Promise<Buffer> {
  const { storage, key, bytes } = await findTaggedAudio({ id: `${trackId}`, origin });
  const file = await storage.readBytes(key, { start: 0, end: bytes - 1 });
  if (!file) throw new Error("there is no file");
  return Buffer.from(file);
}
