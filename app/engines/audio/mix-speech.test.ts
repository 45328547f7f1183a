import { expect, test } from "vitest";
import { rootMeanSquare } from "#test/audio/decode-mp3.ts";
import { findSpeech } from "./find-speech.ts";
import { measureLoudness } from "./loudness.ts";
import { mixSpeech } from "./mix-speech.ts";

function tone(o: { hertz: number; amplitude: number; seconds: number; sampleRate: number }): Float32Array {
  return Float32Array.from(
    { length: Math.round(o.seconds * o.sampleRate) },
    (_, i) => o.amplitude * Math.sin((2 * Math.PI * o.hertz * i) / o.sampleRate),
  );
}

test.each([22_050, 24_000, 48_000])(
  "a full-scale sine of 997 Hz has −3.01 LUFS at %i Hz (BS.1770)",
  (sampleRate) => {
    const loudness = measureLoudness(
      [tone({ hertz: 997, amplitude: 1, seconds: 2, sampleRate })],
      sampleRate,
    );
    expect(loudness).toBeCloseTo(-3.01, 1);
  },
);

test("pauses and silence do not count as loudness", () => {
  const speech = tone({ hertz: 997, amplitude: 0.1, seconds: 2, sampleRate: 24_000 });
  const alone = measureLoudness([speech], 24_000) ?? 0;
  expect(measureLoudness([speech, new Float32Array(24_000 * 20)], 24_000)).toBeCloseTo(alone, 5);
  expect(measureLoudness([new Float32Array(24_000)], 24_000)).toBeUndefined();
  expect(measureLoudness([], 24_000)).toBeUndefined();
});

/** `samples` between silence, with noise over all of it whose peak lies 49 dB below full scale. */
function recorded(
  samples: Float32Array,
  o: { before: number; after: number; sampleRate: number; noise?: number },
): Float32Array {
  const before = Math.round(o.before * o.sampleRate);
  const all = new Float32Array(before + samples.length + Math.round(o.after * o.sampleRate));
  all.set(samples, before);
  let seed = 1;
  return all.map((x) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return x + (seed / 2_147_483_647 - 0.5) * (o.noise ?? 0.007);
  });
}

test.each([22_050, 24_000, 48_000])("finds a voice and its pauses above its noise at %i Hz", (sampleRate) => {
  const word = tone({ hertz: 200, amplitude: 0.4, seconds: 0.5, sampleRate });
  const long = recorded(word, { before: 0.4, after: 0.25, sampleRate });
  const twice = new Float32Array(2 * long.length);
  twice.set(long);
  twice.set(long, long.length);
  const found = findSpeech(twice, sampleRate);
  const seconds = [
    found?.start,
    ...(found?.pauses.flatMap(({ start, end }) => [start, end]) ?? []),
    found?.end,
  ];
  for (const [i, expected] of [0.4, 0.9, 1.55, 2.05].entries())
    expect(Math.abs((seconds[i] ?? 0) / sampleRate - expected), `edge ${i}`).toBeLessThan(0.02);
  expect(seconds).toHaveLength(4);
  expect(findSpeech(new Float32Array(sampleRate), sampleRate)).toBeUndefined();
});

test("takes the voices out of their recordings, with the pauses and without a jump at the joints", () => {
  const sampleRate = 24_000;
  const quiet = tone({ hertz: 200, amplitude: 0.1, seconds: 1, sampleRate });
  const loud = tone({ hertz: 120, amplitude: 0.9, seconds: 1, sampleRate });
  // Over all of it a hum, which would click where it is cut.
  const withHum = (samples: Float32Array, before: number, after: number) =>
    recorded(samples, { before, after, sampleRate, noise: 0 }).map(
      (x, i) => x + 0.002 * Math.cos((2 * Math.PI * 50 * i) / sampleRate),
    );
  const { pcm, speech } = mixSpeech({
    recordings: [withHum(quiet, 1, 1), withHum(loud, 0.31, 0.53), new Float32Array(sampleRate / 2)],
    utterances: [
      { speaker: "A", pauseAfter: 0.2 },
      { speaker: "B", pauseAfter: 0.5 },
      { speaker: "A", pauseAfter: 0 },
    ],
    sampleRate,
  });
  const [a, b, silent] = speech;
  if (!a || !b || !silent) throw new Error("an utterance is missing");
  expect((a.end - a.start) / sampleRate).toBeCloseTo(1, 1);
  expect(Math.abs((b.start - a.end) / sampleRate - 0.2)).toBeLessThan(0.001);
  expect(Math.abs((silent.start - b.end) / sampleRate - 0.5)).toBeLessThan(0.001);
  expect((silent.end - silent.start) / sampleRate).toBeCloseTo(0.5, 2);
  expect(rootMeanSquare(pcm.slice(a.end + 0.09 * sampleRate, b.start - 0.04 * sampleRate))).toBe(0);
  const jumps = pcm.map((x, i) => Math.abs(x - (pcm[i - 1] ?? 0)));
  expect(Math.max(...jumps.subarray(a.end + 0.01 * sampleRate, b.start - 0.01 * sampleRate))).toBeLessThan(
    5e-4,
  );
  expect(Math.max(...jumps.subarray(b.end + 0.01 * sampleRate))).toBeLessThan(5e-4);
});

test("brings two voices and the track to one loudness, less what the encoder takes away", () => {
  const sampleRate = 24_000;
  const voice = (hertz: number, amplitude: number) => {
    const samples = tone({ hertz, amplitude, seconds: 3, sampleRate });
    // Syllables, and peaks that are limited.
    return samples.map(
      (x, i) => x * (0.2 + Math.abs(Math.sin(i / 2000))) + (i % 12_000 === 6000 ? 6 * amplitude : 0),
    );
  };
  const { pcm, speech } = mixSpeech({
    recordings: [voice(210, 0.06), voice(120, 0.2), voice(210, 0.06), voice(120, 0.2)],
    utterances: Array.from({ length: 4 }, (_, i) => ({ speaker: i % 2 === 0 ? "A" : "B", pauseAfter: 0.5 })),
    sampleRate,
  });
  const loudness = (of: readonly number[]) =>
    measureLoudness(
      of.map((i) => pcm.slice(speech[i]?.start, speech[i]?.end)),
      sampleRate,
    ) ?? 0;
  expect(Math.abs(loudness([0, 2]) - loudness([1, 3]))).toBeLessThan(0.5);
  expect(Math.abs((measureLoudness([pcm], sampleRate) ?? 0) + 18.55)).toBeLessThan(0.3);
  expect(pcm.reduce((a, b) => Math.max(a, b))).toBeLessThanOrEqual(0.6761);
  expect(pcm.reduce((a, b) => Math.max(a, b))).toBeGreaterThan(0.6);
});

test("a peak that would clip is attenuated without changing distant samples", () => {
  const sampleRate = 24_000;
  const samples = tone({ hertz: 300, amplitude: 0.03, seconds: 2, sampleRate });
  samples[24_000] = 0.9;
  const utterances = [{ speaker: "A" as const, pauseAfter: 0 }];
  const { pcm } = mixSpeech({ recordings: [samples], utterances, sampleRate });
  expect(pcm.reduce((a, b) => Math.max(a, b))).toBeLessThanOrEqual(0.6761);
  expect(pcm.reduce((a, b) => Math.max(a, b))).toBeGreaterThan(0.64);
  const gain = Math.max(...pcm.subarray(0, 20_000)) / 0.03;
  expect(Math.max(...pcm.subarray(40_000))).toBeCloseTo(0.03 * gain, 2);
});

test("a speaker is heard breathing in before a section, 25 dB and more below the voices, and nothing else changes", () => {
  const sampleRate = 24_000;
  const mix = (hasBreath: boolean) =>
    mixSpeech({
      recordings: [200, 300].map((hertz) => tone({ hertz, amplitude: 0.2, seconds: 1, sampleRate })),
      utterances: [
        { speaker: "A", pauseAfter: 1.2 },
        { speaker: "B", pauseAfter: 0, hasBreath },
      ],
      sampleRate,
    });
  const [silent, breathing] = [mix(false), mix(true)];
  expect(breathing.speech).toEqual(silent.speech);
  const [a, b] = breathing.speech;
  if (!a || !b) throw new Error("an utterance is missing");
  const gap = (pcm: Float32Array, from: number, to: number) =>
    rootMeanSquare(pcm.subarray(b.start - from * sampleRate, b.start - to * sampleRate));
  const voice = rootMeanSquare(breathing.pcm.subarray(a.start, a.end));
  const decibels = 20 * Math.log10(gap(breathing.pcm, 0.45, 0.15) / voice);
  expect(decibels).toBeLessThan(-25);
  expect(decibels).toBeGreaterThan(-40);
  expect(gap(silent.pcm, 0.45, 0.15)).toBe(0);
  expect(gap(breathing.pcm, 1.05, 0.6)).toBe(0);
  expect(gap(breathing.pcm, 0.09, 0.04)).toBe(0);
  const begin = b.start - 0.04 * sampleRate;
  expect(breathing.pcm.subarray(begin)).toEqual(silent.pcm.subarray(begin));
});
