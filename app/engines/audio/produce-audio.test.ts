import { parseBuffer } from "music-metadata";
import { expect, test } from "vitest";
import type { Speaker, Turn } from "#app/engines/script/script.ts";
import { createHtsEngine } from "#app/engines/speech/hts/hts-engine.ts";
import type { SpeechEngine } from "#app/engines/speech/speech-engine.ts";
import { withSpeechCache } from "#app/engines/speech/with-speech-cache.ts";
import { decodeMp3, medianPitch, rootMeanSquare, truePeak } from "#test/audio/decode-mp3.ts";
import { aiNote } from "./ai-provenance.ts";
import { halveSampleRate } from "./halve-sample-rate.ts";
import { measureLoudness } from "./loudness.ts";
import { type ProducedAudio, produceAudio } from "./produce-audio.ts";

const signal = new AbortController().signal;
const script: Turn[] = [
  { speaker: "A", text: "今日は桜並木のお話です。" },
  { speaker: "B", text: "楽しみですね。どのくらい長いのですか？" },
  { speaker: "A", text: "およそ2キロです。多くの人が歩きます。" },
  { speaker: "B", text: "😀" },
  { speaker: "B", text: "次の休みに行ってみます。" },
];

const engine = await createHtsEngine();
const stored = new Map<string, Uint8Array>();
const spoken: number[] = [];
/** Speaks once what is asked for in one channel and in two. */
const cached = withSpeechCache(
  {
    ...engine,
    speak: (turns, options) => {
      spoken.push(turns.length);
      return engine.speak(turns, options);
    },
  },
  {
    read: async (id) => stored.get(id) ?? null,
    write: async (id, file) => void stored.set(id, file),
    trim: async () => {},
  },
);

const progress: { stage: string; percent: number }[] = [];
const produce = (o: { isStereo: boolean }) =>
  produceAudio({
    turns: script,
    speakingRate: 1,
    engine: cached,
    ...o,
    signal,
    onProgress: (p) => progress.push(p),
  });
const audio = await produce({ isStereo: false });
const decoded = await Promise.all(audio.renditions.map(({ bytes }) => decodeMp3(bytes)));

test("files of exact length at −19 LUFS with both voices at one loudness and a cue per sentence, twice as fast at rate 2.0", async () => {
  const { sampleRate: rate } = engine;
  expect(audio.renditions.map(({ kbps, sampleRate }) => ({ kbps, sampleRate }))).toEqual([
    { kbps: 64, sampleRate: rate / 2 },
    { kbps: 128, sampleRate: rate },
  ]);
  for (const [index, rendition] of audio.renditions.entries()) {
    const { common, format } = await parseBuffer(rendition.bytes, undefined, { duration: true });
    expect(common.comment).toMatchObject([{ text: aiNote }]);
    expect(Math.abs((format.duration ?? 0) * 1000 - audio.durationMs)).toBeLessThan(1);
    const { samples = new Float32Array(), sampleRate = 0 } = decoded[index] ?? {};
    expect(sampleRate).toBe(rendition.sampleRate);
    expect(Math.abs((1000 * samples.length) / sampleRate - audio.durationMs)).toBeLessThan(1);
    expect(Math.abs(rendition.bytes.byteLength / (audio.durationMs * (rendition.kbps / 8)) - 1)).toBeLessThan(
      0.02,
    );
    expect(rootMeanSquare(samples)).toBeGreaterThan(0.03);
    expect(truePeak(samples)).toBeLessThan(-1.5);
    expect(Math.abs((measureLoudness([samples], sampleRate) ?? 0) + 19)).toBeLessThan(0.5);
    if (rendition.kbps === 128) expect(rootMeanSquare(upperHalf(samples))).toBeGreaterThan(0.002);

    const a = partsOf({ audio, speaker: "A", samples, sampleRate });
    const b = partsOf({ audio, speaker: "B", samples, sampleRate });
    expect(medianPitch(a, sampleRate) / medianPitch(b, sampleRate)).toBeGreaterThan(1.2);
    const [loudnessA = 0, loudnessB = 0] = [a, b].map((part) => measureLoudness([part], sampleRate));
    expect(Math.abs(loudnessA - loudnessB)).toBeLessThan(1);
    expectSoundInCues(audio, samples, sampleRate);
  }
  expectCues(audio);
  // An encoder's fade and a player's start take nothing of the voice, and an end is no break.
  const lead = audio.cues[0]?.startMs ?? 0;
  const tail = audio.durationMs - (audio.cues.at(-1)?.endMs ?? 0);
  expect(lead).toBeGreaterThanOrEqual(80);
  expect(lead).toBeLessThanOrEqual(150);
  expect(tail).toBeGreaterThanOrEqual(300);
  expect(tail).toBeLessThanOrEqual(500);
  expect(progress.at(0)?.stage).toBe("speech");
  expect(progress.at(-1)).toEqual({ stage: "encoding", percent: 100 });
  expect(progress.filter(({ stage, percent }) => stage === "speech" && percent === 100)).toHaveLength(1);

  const fast = await produceAudio({ turns: script, speakingRate: 2, engine, signal });
  expect(fast.durationMs / audio.durationMs).toBeGreaterThan(0.42);
  expect(fast.durationMs / audio.durationMs).toBeLessThan(0.66);
  const { samples, sampleRate } = await decodeMp3(fast.renditions[0]?.bytes ?? new Uint8Array());
  expectSoundInCues(fast, samples, sampleRate);
});

test("in stereo A stands to the left and B to the right by 12 %, nothing is spoken anew, and the sum of both channels is the mono file", async () => {
  const stereo = await produce({ isStereo: true });
  expect(spoken).toHaveLength(1);
  expect(stereo.cues).toEqual(audio.cues);
  expect(stereo.durationMs).toBe(audio.durationMs);
  for (const [index, { bytes, kbps }] of stereo.renditions.entries()) {
    const { channels, sampleRate } = await decodeMp3(bytes);
    const [left, right] = channels;
    const { samples: one = new Float32Array(), channels: ofMono = [] } = decoded[index] ?? {};
    if (!left || !right) throw new Error("a channel is missing");
    expect(bytes.byteLength).toBe(audio.renditions[index]?.bytes.byteLength);
    expect(ofMono.every((channel) => channel.every((x, i) => x === one[i]))).toBe(true);
    for (const channel of channels) expect(truePeak(channel)).toBeLessThan(-1.5);
    for (const [speaker, side] of [
      ["A", 1],
      ["B", -1],
    ] as const) {
      const [l, r] = [left, right].map((samples) =>
        rootMeanSquare(partsOf({ audio: stereo, speaker, samples, sampleRate })),
      );
      // 1.12 to 0.88.
      const decibels = 20 * Math.log10((l ?? 0) / (r ?? 0));
      expect(side * decibels, `${speaker} at ${kbps} kbit/s`).toBeGreaterThan(1.6);
      expect(side * decibels, `${speaker} at ${kbps} kbit/s`).toBeLessThan(2.6);
    }
    const sum = left.map((x, i) => (x + (right[i] ?? 0)) / 2);
    for (const { text, startMs, endMs } of audio.cues) {
      // Its silence has no level.
      if (text === "😀") continue;
      const [both, alone] = [sum, one].map((samples) =>
        rootMeanSquare(samples.subarray((startMs * sampleRate) / 1000, (endMs * sampleRate) / 1000)),
      );
      expect(Math.abs(20 * Math.log10((both ?? 0) / (alone ?? 0))), text).toBeLessThan(0.5);
    }
    const loudness = (samples: Float32Array) => measureLoudness([samples], sampleRate) ?? 0;
    expect(Math.abs(loudness(sum) - loudness(one))).toBeLessThan(0.3);
  }
});

/** A sentence of each speaker. */
const brief: Turn[] = [
  { speaker: "A", text: "はい。" },
  { speaker: "B", text: "ええ。" },
];
const noVoices = { voices: [], defaultVoices: { A: "a", B: "b" } };

/** Speaks each turn as one second of these samples. */
/** Says each turn as `seconds` of sound. */
function engineOf(sampleRate: number, sample: (i: number) => number, seconds = 1): SpeechEngine {
  const speak: SpeechEngine["speak"] = async (turns, { onTurn }) =>
    turns.map((_, at) => {
      onTurn?.(at + 1, turns.length);
      return Float32Array.from({ length: sampleRate * seconds }, (_, i) => sample(i));
    });
  return { name: "samples", ...noVoices, sampleRate, speak };
}

async function expectAbort(stage: string, engine: SpeechEngine): Promise<void> {
  const abort = new AbortController();
  const reason = new Error("cancelled");
  const audio = produceAudio({
    turns: brief,
    speakingRate: 1,
    engine,
    signal: abort.signal,
    onProgress: (p) => {
      if (p.stage === stage) abort.abort(reason);
    },
  });
  await expect(audio).rejects.toBe(reason);
}

test.each(["speech", "encoding"])("an abort while in %s rejects with its reason", (stage) =>
  expectAbort(
    stage,
    engineOf(48_000, (i) => Math.sin(i / 20)),
  ),
);

test("a script without a speakable turn becomes a short silent track", async () => {
  const turns = script.slice(3, 4);
  const audio = await produceAudio({ turns, speakingRate: 1, engine: engineOf(24_000, () => 0), signal });
  const { samples } = await decodeMp3(audio.renditions[0]?.bytes ?? new Uint8Array());
  expect(rootMeanSquare(samples)).toBeLessThan(0.0001);
  expect(audio.durationMs).toBeGreaterThan(900);
  expect(audio.cues.map(({ text }) => text)).toEqual(["😀"]);
});

/** A second's samples: a tone whose ends can be found in the decoded file. */
const toneBetweenSilence = (rate: number) => (i: number) =>
  i > 0.2 * rate && i < 0.7 * rate ? 0.3 * Math.sin((2 * Math.PI * 440 * i) / rate) : 0;

test.each([24_000, 44_100, 48_000])("the times of cues match the decoded files of %i Hz", async (rate) => {
  const engine = engineOf(rate, toneBetweenSilence(rate));
  const audio = await produceAudio({ turns: brief, speakingRate: 1, engine, signal });
  expect(audio.renditions).toHaveLength(rate > 24_000 ? 2 : 1);
  for (const { bytes } of audio.renditions) {
    const { samples, sampleRate } = await decodeMp3(bytes);
    expect(Math.abs((1000 * samples.length) / sampleRate - audio.durationMs)).toBeLessThan(1);
    const sounds = soundsOf(samples, sampleRate);
    expect(sounds).toHaveLength(audio.cues.length);
    for (const [i, { startMs, endMs }] of audio.cues.entries()) {
      expect(Math.abs((sounds[i]?.startMs ?? 0) - startMs)).toBeLessThan(12);
      expect(Math.abs((sounds[i]?.endMs ?? 0) - endMs)).toBeLessThan(12);
    }
  }
});

/** Bursts of noise, which neither the sample rate's half nor the codec leaves as they are. */
function bursts(rate: number): (i: number) => number {
  let seed = 1;
  return (i) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return (i % (rate / 4) < rate / 50 ? 1.2 : 0.036) * (seed / 2_147_483_647 - 0.5);
  };
}

test.each([
  { rate: 24_000, isStereo: false, seconds: 1 },
  // The first encoding is too loud.
  { rate: 24_000, isStereo: false, seconds: 2 },
  { rate: 44_100, isStereo: true, seconds: 1 },
  { rate: 48_000, isStereo: false, seconds: 1 },
  { rate: 48_000, isStereo: true, seconds: 1 },
])(
  "no file of a voice of $rate Hz, $seconds s a turn, has a true peak above −1.5 dBTP, in two channels: $isStereo",
  async ({ rate, isStereo, seconds }) => {
    const engine = engineOf(rate, bursts(rate), seconds);
    const turns = script.slice(0, 2);
    const audio = await produceAudio({ turns, speakingRate: 1, engine, isStereo, signal });
    for (const { bytes } of audio.renditions) {
      const peaks = (await decodeMp3(bytes)).channels.map(truePeak);
      expect(Math.max(...peaks)).toBeLessThan(-1.5);
      expect(Math.max(...peaks)).toBeGreaterThan(-6);
    }
  },
);

/** Where the samples are louder than −40 dBFS, gaps of less than 50 ms aside. */
function soundsOf(samples: Float32Array, sampleRate: number): { startMs: number; endMs: number }[] {
  const sounds: { startMs: number; endMs: number }[] = [];
  for (const [i, x] of samples.entries()) {
    if (Math.abs(x) < 0.01) continue;
    const ms = (1000 * i) / sampleRate;
    const last = sounds.at(-1);
    if (last && ms - last.endMs < 50) last.endMs = ms;
    else sounds.push({ startMs: ms, endMs: ms });
  }
  return sounds;
}

test("rejects an empty script and invalid rates, and passes on an engine's error", async () => {
  const engine: SpeechEngine = {
    name: "broken",
    ...noVoices,
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
  const spoken = script.map(({ speaker }, turn) => ({
    speaker,
    text: audio.cues.flatMap((cue) => (cue.turn === turn ? [cue.text] : [])).join(""),
  }));
  expect(spoken).toEqual(script);
  expect(audio.cues).toHaveLength(7);
  let last = 0;
  for (const { startMs, endMs } of audio.cues) {
    expect(startMs).toBeGreaterThanOrEqual(last);
    expect(endMs).toBeGreaterThan(startMs);
    last = endMs;
  }
  expect(last).toBeLessThanOrEqual(audio.durationMs);
}

/** Checks that cues lie where the voice is: loud inside, silent between. */
function expectSoundInCues({ cues }: ProducedAudio, samples: Float32Array, sampleRate: number): void {
  const level = (fromMs: number, toMs: number) =>
    rootMeanSquare(samples.subarray((fromMs * sampleRate) / 1000, (toMs * sampleRate) / 1000));
  for (const [i, { text, startMs, endMs }] of cues.entries()) {
    if (text !== "😀") {
      expect(level(startMs, startMs + 300)).toBeGreaterThan(0.02);
      expect(level(startMs, startMs + 60)).toBeGreaterThan(0.001);
    }
    const next = cues[i + 1]?.startMs;
    if (next !== undefined) expect(level(endMs + 60, next - 20)).toBeLessThan(0.002);
  }
}

/** The upper half of the frequencies, at half the sample rate. */
function upperHalf(samples: Float32Array): Float32Array {
  return halveSampleRate(samples.map((x, i) => (i % 2 === 0 ? x : -x)));
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
    .map(({ startMs, endMs }) =>
      o.samples.subarray((startMs * o.sampleRate) / 1000, (endMs * o.sampleRate) / 1000),
    );
  const joined = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
