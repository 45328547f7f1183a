import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { measureLoudness } from "#app/engines/audio/loudness.ts";
import { decodeMp3, rootMeanSquare, truePeak } from "#test/audio/decode-mp3.ts";
import {
  makeFlac,
  makeId3,
  makeM4a,
  makeMp3,
  makeOpus,
  makeVorbis,
  makeWav,
} from "#test/audio/make-audio.ts";
import { RefusedAudio } from "./audio-source.ts";
import { convert } from "./convert.ts";
import { convertAudio } from "./convert-audio.ts";
import { openFileReader } from "./file-reader.ts";

let folder = "";
beforeEach(async () => {
  // Decoders print a line for every damaged packet.
  vi.spyOn(console, "error").mockImplementation(() => {});
  folder = await mkdtemp(join(tmpdir(), "mugen-convert-"));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

async function writeSource(bytes: Uint8Array): Promise<string> {
  const path = join(folder, "source");
  await writeFile(path, bytes);
  return path;
}

/** In this process, which is faster; the last tests run the one of its own. */
async function convertBytes(bytes: Uint8Array) {
  const file = await openFileReader(await writeSource(bytes));
  try {
    return await convert({ file, folder, maxSeconds: 20, onProgress: () => {} });
  } finally {
    await file.close();
  }
}

test.each<[string, () => Buffer | Promise<Buffer>, number]>([
  ["MP3", () => makeMp3(), 44_100],
  [
    "MP3 behind a tag with a picture",
    async () => Buffer.concat([makeId3({ pictureBytes: 2_000_000 }), await makeMp3()]),
    44_100,
  ],
  ["M4A", makeM4a, 44_100],
  ["Ogg Vorbis", () => makeVorbis(), 44_100],
  ["Ogg Opus", makeOpus, 48_000],
  ["FLAC", () => makeFlac(), 44_100],
  ["FLAC with a picture", () => makeFlac({ pictureBytes: 2_000_000 }), 44_100],
  ["WAV of 16 kHz", () => makeWav({ sampleRate: 16_000 }), 16_000],
  ["WAV of 37.8 kHz, which MP3 does not have", () => makeWav({ sampleRate: 37_800 }), 32_000],
  ["WAV of 96 kHz", () => makeWav({ sampleRate: 96_000 }), 48_000],
  ["WAV of unknown length", () => makeWav({ claimedBytes: 0xffff_ffff }), 44_100],
])("%s becomes files of the usual loudness and its own rate", async (_, make, rate) => {
  const audio = await convertBytes(await make());
  expect(audio.files.map(({ kbps, sampleRate }) => ({ kbps, sampleRate }))).toEqual(
    rate > 24_000
      ? [
          { kbps: 64, sampleRate: rate / 2 },
          { kbps: 128, sampleRate: rate },
        ]
      : [{ kbps: 64, sampleRate: rate }],
  );
  expect(audio.durationMs).toBeGreaterThan(1000);
  expect(audio.durationMs).toBeLessThan(1200);
  for (const { path, bytes, sampleRate } of audio.files) {
    const file = await readFile(path);
    expect(file.byteLength).toBe(bytes);
    const { samples } = await decodeMp3(file);
    expect((1000 * samples.length) / sampleRate).toBeCloseTo(audio.durationMs, -1);
    const inner = samples.subarray(sampleRate * 0.2, sampleRate * 0.9);
    expect(measureLoudness([inner], sampleRate)).toBeCloseTo(-19, 0);
    // Nothing but the tone: a rate that was changed badly would have others beside it.
    const peak = inner.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    expect(peak / rootMeanSquare(inner)).toBeLessThan(1.6);
  }
});

test("loud sound stays below the ceiling, silence stays silence", async () => {
  const loud = await convertBytes(makeWav({ amplitude: 1 }));
  const { samples } = await decodeMp3(await readFile(loud.files[0]?.path ?? ""));
  expect(measureLoudness([samples.subarray(4410, 20_000)], 22_050)).toBeCloseTo(-19, 0);
  const silent = await convertBytes(makeWav({ amplitude: 0 }));
  expect(rootMeanSquare((await decodeMp3(await readFile(silent.files[0]?.path ?? ""))).samples)).toBeLessThan(
    1e-4,
  );
});

test.each([16_000, 22_050, 44_100, 48_000, 96_000])(
  "no file of an upload of %i Hz has a true peak above −1.5 dBTP",
  async (sampleRate) => {
    // Bursts of noise, which neither a change of the rate nor the codec leaves as they are.
    const wav = makeWav({ sampleRate, seconds: 2 });
    let seed = 1;
    for (let i = 0; i < 2 * sampleRate; i++) {
      seed = (seed * 48_271) % 2_147_483_647;
      const amplitude = i % (sampleRate / 4) < sampleRate / 50 ? 1 : 0.03;
      wav.writeInt16LE(Math.round(32_767 * amplitude * ((2 * seed) / 2_147_483_647 - 1)), 44 + 2 * i);
    }
    for (const { path } of (await convertBytes(wav)).files) {
      const { samples } = await decodeMp3(await readFile(path));
      expect(truePeak(samples)).toBeLessThan(-1.5);
      expect(truePeak(samples)).toBeGreaterThan(-6);
    }
  },
);

test.each<[string, () => Buffer | Promise<Buffer>, string]>([
  ["nothing", () => Buffer.alloc(0), "unreadable"],
  ["a text", () => Buffer.from("これは音声ではありません。".repeat(1000)), "unreadable"],
  ["noise", () => randomBytes(200_000), "unreadable"],
  ["a tag of nonsense", () => makeId3({ pictureBytes: 500, claimedBytes: 200_000_000 }), "unreadable"],
  [
    "tags without end",
    () => Buffer.concat(Array.from({ length: 50 }, () => makeId3({ pictureBytes: 0 }))),
    "unreadable",
  ],
  [
    "MP3 frames of noise",
    async () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), randomBytes(100_000)]),
    "unreadable",
  ],
  ["M4A cut off before its index", () => makeM4a().subarray(0, 3000), "unreadable"],
  ["M4A of noise", () => Buffer.concat([makeM4a().subarray(0, 40), randomBytes(50_000)]), "unreadable"],
  ["FLAC cut off", () => makeFlac({ seconds: 2 }).subarray(0, 80_000), "truncated"],
  ["FLAC that claims ten hours", () => makeFlac({ claimedSamples: 10 * 3600 * 44_100 }), "truncated"],
  ["FLAC of metadata", () => makeFlac({ pictureBytes: 5000 }).subarray(0, 4000), "truncated"],
  ["WAV cut off", () => makeWav({ seconds: 2 }).subarray(0, 50_000), "truncated"],
  ["WAV that claims ten hours", () => makeWav({ claimedBytes: 10 * 3600 * 88_200 }), "truncated"],
  ["an unknown coding", () => Buffer.from(makeWav()).fill(6, 20, 21), "unsupported-codec"],
  [
    "Ogg of something else",
    () => Buffer.concat([Buffer.from("OggS\0\x02"), randomBytes(5000)]),
    "unsupported-codec",
  ],
  ["Ogg cut off in its headers", async () => (await makeVorbis()).subarray(0, 2000), "unreadable"],
  ["Opus of noise", () => Buffer.concat([makeOpus().subarray(0, 200), randomBytes(5000)]), "unreadable"],
  ["a tenth of a second", () => makeWav({ seconds: 0.1 }), "too-short"],
  ["sound that is too long", () => makeWav({ seconds: 21, sampleRate: 8000 }), "too-long"],
])("%s is refused", async (_, make, reason) => {
  const refused = convertBytes(await make());
  await expect(refused).rejects.toThrow(RefusedAudio);
  await expect(refused).rejects.toMatchObject({ reason });
});

test("a process converts, is killed when it exceeds its memory, hangs or takes too long, and ends with an abort", async () => {
  const path = await writeSource(makeWav({ seconds: 20 }));
  const o = { path, folder, maxSeconds: 20, signal: new AbortController().signal };
  const stages = new Set<string>();
  expect(await convertAudio({ ...o, onProgress: ({ stage }) => stages.add(stage) })).toMatchObject({
    files: [{ kbps: 64 }, { kbps: 128 }],
  });
  expect([...stages]).toEqual(["measuring", "encoding"]);
  await expect(convertAudio({ ...o, maxSeconds: 1 })).rejects.toMatchObject({ reason: "too-long" });
  for (const limits of [{ maxBytes: 1 }, { stallMs: 1 }, { timeoutMs: 1 }])
    await expect(convertAudio({ ...o, limits })).rejects.toMatchObject({ reason: "unreadable" });
  const abort = new AbortController();
  const reason = new Error("cancelled");
  const aborted = convertAudio({ ...o, signal: abort.signal, onProgress: () => abort.abort(reason) });
  await expect(aborted).rejects.toBe(reason);
});
