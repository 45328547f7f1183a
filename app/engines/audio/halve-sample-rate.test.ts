import { expect, test } from "vitest";
import { rootMeanSquare } from "#test/audio/decode-mp3.ts";
import { halveSampleRate } from "./halve-sample-rate.ts";

const sampleRate = 48_000;

/** The sum of these tones, 16,384 samples or every second of them. */
function tones(hertz: readonly number[], everySecond = false): Float32Array {
  const rate = everySecond ? sampleRate / 2 : sampleRate;
  return Float32Array.from({ length: everySecond ? 8192 : 16_384 }, (_, i) =>
    hertz.reduce((sum, f) => sum + Math.sin((2 * Math.PI * f * i) / rate + f), 0),
  );
}

/** Level of `samples`, without the ends, beside `reference` in dB. */
function decibels(samples: Float32Array, reference: Float32Array): number {
  const inner = (x: Float32Array) => rootMeanSquare(x.subarray(200, -200));
  return 20 * Math.log10(inner(samples) / inner(reference));
}

test("what both rates can hold stays, without delay and with 100 dB to the error", () => {
  const hertz = [50, 310, 1270, 3330, 5710, 7990, 9870, 11_100, 11_450];
  const half = halveSampleRate(tones(hertz));
  const expected = tones(hertz, true);
  expect(half).toHaveLength(8192);
  const error = half.map((x, i) => x - (expected[i] ?? 0));
  expect(decibels(error, expected)).toBeLessThan(-100);
});

test.each([12_500, 13_100, 15_000, 18_000, 21_000, 23_900])("%i Hz leaves no alias above −90 dB", (hertz) => {
  const samples = tones([hertz]);
  expect(decibels(halveSampleRate(samples), samples)).toBeLessThan(-90);
});

test("parts join to the whole", () => {
  const samples = tones([440, 9000]);
  const parts = [0, 1, 1000, 8000].map((first, i, all) =>
    halveSampleRate(samples, first, all[i + 1] ?? 8192),
  );
  expect(Float32Array.from(parts.flatMap((part) => [...part]))).toEqual(halveSampleRate(samples));
});
