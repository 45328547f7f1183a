import { expect, test } from "vitest";
import { rootMeanSquare } from "#test/audio/decode-mp3.ts";
import { measureLoudness } from "./loudness.ts";
import { mixTurns } from "./mix-turns.ts";

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

test("equalises the loudness of two voices, limits peaks, trims silence and inserts pauses", () => {
  const sampleRate = 24_000;
  const quiet = tone({ hertz: 200, amplitude: 0.02, seconds: 1, sampleRate });
  const loud = tone({ hertz: 120, amplitude: 0.9, seconds: 1, sampleRate });
  loud[12_000] = 1;
  const padded = new Float32Array(sampleRate * 3);
  padded.set(quiet, sampleRate);
  const {
    pcm,
    spans,
    sampleRate: rate,
  } = mixTurns({
    turns: [padded, loud, new Float32Array(sampleRate / 2)],
    speakers: ["A", "B", "A"],
    sampleRate,
    speakingRate: 1,
  });
  expect(rate).toBe(sampleRate);
  const [a, b, silent] = spans.map(({ start, end }) => pcm.slice(start, end));
  if (!a || !b || !silent) throw new Error("a span is missing");
  expect(a.length / sampleRate).toBeCloseTo(1.08, 1);
  expect(b.length / sampleRate).toBeCloseTo(1, 1);
  expect(silent.length / sampleRate).toBe(0.5);
  expect((spans[1]?.start ?? 0) - (spans[0]?.end ?? 0)).toBe(0.35 * sampleRate);
  expect(measureLoudness([a], sampleRate)).toBeCloseTo(-19, 0);
  expect(measureLoudness([b], sampleRate)).toBeCloseTo(-19, 0);
  expect(pcm.every((x) => Math.abs(x) <= 0.8401)).toBe(true);
  expect(rootMeanSquare(pcm.slice(spans[0]?.end, spans[1]?.start))).toBe(0);
});

test("a peak that would clip is attenuated without changing distant samples", () => {
  const sampleRate = 24_000;
  const samples = tone({ hertz: 300, amplitude: 0.03, seconds: 2, sampleRate });
  samples[24_000] = 0.9;
  const { pcm } = mixTurns({ turns: [samples], speakers: ["A"], sampleRate, speakingRate: 1 });
  expect(Math.max(...pcm)).toBeLessThanOrEqual(0.8401);
  expect(Math.max(...pcm)).toBeGreaterThan(0.8);
  const gain = Math.max(...pcm.subarray(0, 20_000)) / 0.03;
  expect(Math.max(...pcm.subarray(40_000))).toBeCloseTo(0.03 * gain, 2);
});
