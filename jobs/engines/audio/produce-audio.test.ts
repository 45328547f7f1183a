import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Speaker, Turn } from "#app/features/tracks/script.ts";
import { decodeMp3, medianPitch, rootMeanSquare } from "#test/audio/decode-mp3.ts";
import { createEspeakEngine } from "../speech/espeak-ng.ts";
import { createOpenJtalkEngine } from "../speech/open-jtalk.ts";
import type { SpeechEngine } from "../speech/speech-engine.ts";
import { type ProducedAudio, produceAudio } from "./produce-audio.ts";

const workDir = await mkdtemp(join(tmpdir(), "mugen-audio-"));
afterAll(() => rm(workDir, { recursive: true }));

const signal = new AbortController().signal;
const script: Turn[] = [
  { speaker: "A", text: "今日は川沿いの桜並木についてお話しします。" },
  { speaker: "B", text: "楽しみですね。どのくらいの長さがあるのでしょうか？" },
  { speaker: "A", text: "およそ2キロメートルです。春には多くの人が歩きます。" },
  { speaker: "B", text: "😀" },
  { speaker: "B", text: "なるほど、次の休みに行ってみたいと思います。" },
];

const engines = [
  { name: "eSpeak NG", engine: createEspeakEngine() },
  { name: "Open JTalk", engine: await createOpenJtalkEngine({ workDir }) },
];

describe.each(engines)("with $name", ({ engine: found }) => {
  const engine = found ?? createEspeakEngine();

  test.skipIf(!found)(
    "makes two files of exact length with both voices at one loudness and a cue per turn",
    async () => {
      const progress: { stage: string; percent: number }[] = [];
      const audio = await produceAudio({
        turns: script,
        speakingRate: 1,
        engine,
        signal,
        onProgress: (p) => progress.push(p),
      });

      expect(audio.renditions.map(({ kbps }) => kbps)).toEqual([64, 128]);
      for (const { kbps, bytes } of audio.renditions) {
        const { samples, sampleRate } = await decodeMp3(bytes);
        expect(Math.abs((1000 * samples.length) / sampleRate - audio.durationMs)).toBeLessThan(1);
        expect(Math.abs(bytes.byteLength / (audio.durationMs * (kbps / 8)) - 1)).toBeLessThan(0.02);
        expect(rootMeanSquare(samples)).toBeGreaterThan(0.03);
        expect(samples.every((x) => Math.abs(x) < 1)).toBe(true);

        const a = partsOf({ audio, speaker: "A", samples, sampleRate });
        const b = partsOf({ audio, speaker: "B", samples, sampleRate });
        expect(medianPitch(a, sampleRate) / medianPitch(b, sampleRate)).toBeGreaterThan(1.2);
        expect(Math.abs(20 * Math.log10(rootMeanSquare(a) / rootMeanSquare(b)))).toBeLessThan(2);
      }
      expectCues(audio);
      expect(progress.at(0)?.stage).toBe("speech");
      expect(progress.at(-1)).toEqual({ stage: "encoding", percent: 100 });
      expect(progress.filter(({ stage, percent }) => stage === "speech" && percent === 100)).toHaveLength(1);
    },
  );

  test.skipIf(!found)("cues lie where the voice is: loud inside, silent between", async () => {
    const audio = await produceAudio({ turns: script.slice(0, 3), speakingRate: 1.3, engine, signal });
    const { samples, sampleRate } = await decodeMp3(audio.renditions[1]?.bytes ?? new Uint8Array());
    const level = (fromMs: number, toMs: number) =>
      rootMeanSquare(samples.subarray((fromMs * sampleRate) / 1000, (toMs * sampleRate) / 1000));
    for (const [i, { startMs, endMs }] of audio.cues.entries()) {
      expect(level(startMs, startMs + 250)).toBeGreaterThan(0.02);
      const next = audio.cues[i + 1]?.startMs;
      if (next !== undefined) expect(level(endMs + 20, next - 20)).toBeLessThan(0.001);
    }
  });

  test.skipIf(!found)("rate 2.0 takes about half as long as rate 1.0", async () => {
    const normal = await produceAudio({ turns: script, speakingRate: 1, engine, signal });
    const fast = await produceAudio({ turns: script, speakingRate: 2, engine, signal });
    expect(fast.durationMs / normal.durationMs).toBeGreaterThan(0.42);
    expect(fast.durationMs / normal.durationMs).toBeLessThan(0.58);
  });

  test.skipIf(!found)("a script without a speakable turn becomes a short silent track", async () => {
    const audio = await produceAudio({
      turns: [
        { speaker: "A", text: "😀" },
        { speaker: "B", text: "…" },
      ],
      speakingRate: 1,
      engine,
      signal,
    });
    const { samples } = await decodeMp3(audio.renditions[0]?.bytes ?? new Uint8Array());
    expect(rootMeanSquare(samples)).toBeLessThan(0.0001);
    expect(audio.durationMs).toBeGreaterThan(900);
    expect(audio.cues.map(({ text }) => text)).toEqual(["😀", "…"]);
  });

  test.skipIf(!found).each(["speech", "encoding"])(
    "an abort while in %s rejects with its reason and leaves no file",
    async (stage) => {
      const abort = new AbortController();
      const reason = new Error("cancelled");
      const audio = produceAudio({
        turns: script,
        speakingRate: 1,
        engine,
        signal: abort.signal,
        onProgress: (p) => {
          if (p.stage === stage) abort.abort(reason);
        },
      });
      await expect(audio).rejects.toBe(reason);
      expect(await readdir(workDir)).toEqual([]);
    },
  );
});

test("the times of cues match the decoded file", async () => {
  const sampleRate = 24_000;
  // A click at both ends of each turn, whose sample can be found in the decoded file.
  const click = () => {
    const samples = new Float32Array(sampleRate);
    samples[0] = 0.5;
    samples[sampleRate - 1] = 0.5;
    return samples;
  };
  const engine: SpeechEngine = { name: "clicks", sampleRate, speak: async (turns) => turns.map(click) };
  const audio = await produceAudio({ turns: script.slice(0, 3), speakingRate: 1, engine, signal });
  const { samples } = await decodeMp3(audio.renditions[1]?.bytes ?? new Uint8Array());
  for (const { startMs, endMs } of audio.cues) {
    for (const ms of [startMs, endMs]) {
      const from = Math.max(0, Math.round((ms - 5) * 24));
      const near = samples.subarray(from, from + 240);
      const peak = near.reduce((best, x, i) => (Math.abs(x) > Math.abs(near[best] ?? 0) ? i : best), 0);
      expect(Math.abs(near[peak] ?? 0)).toBeGreaterThan(0.05);
      expect(Math.abs(from + peak - ms * 24)).toBeLessThan(36);
    }
  }
});

test("rejects an empty script and invalid rates, and passes on an engine's error", async () => {
  const engine: SpeechEngine = {
    name: "broken",
    sampleRate: 24_000,
    speak: () => Promise.reject(new Error("no voice today")),
  };
  await expect(produceAudio({ turns: [], speakingRate: 1, engine, signal })).rejects.toThrow(RangeError);
  for (const speakingRate of [0, 0.49, 2.01, Number.NaN]) {
    await expect(produceAudio({ turns: script, speakingRate, engine, signal })).rejects.toThrow(RangeError);
  }
  await expect(produceAudio({ turns: script, speakingRate: 1, engine, signal })).rejects.toThrow(
    "no voice today",
  );
});

function expectCues(audio: ProducedAudio): void {
  expect(audio.cues.map(({ speaker, text }) => ({ speaker, text }))).toEqual(script);
  let last = 0;
  for (const { startMs, endMs } of audio.cues) {
    expect(startMs).toBeGreaterThanOrEqual(last);
    expect(endMs).toBeGreaterThan(startMs);
    last = endMs;
  }
  expect(last).toBeLessThanOrEqual(audio.durationMs);
}

/** The turns of one speaker in the decoded track, joined. */
function partsOf(o: {
  audio: ProducedAudio;
  speaker: Speaker;
  samples: Float32Array;
  sampleRate: number;
}): Float32Array {
  const parts = o.audio.cues
    .filter(({ speaker, text }) => speaker === o.speaker && text !== "😀")
    .flatMap(({ startMs, endMs }) =>
      Array.from(o.samples.subarray((startMs * o.sampleRate) / 1000, (endMs * o.sampleRate) / 1000)),
    );
  return Float32Array.from(parts);
}
