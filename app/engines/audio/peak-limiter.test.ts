import { expect, test } from "vitest";
import { truePeak } from "#test/audio/decode-mp3.ts";
import { PeakLimiter, PeakMeter, peakCeiling } from "./peak-limiter.ts";

const sampleRate = 24_000;
/** Tones whose samples miss their own peaks: at a quarter of the sample rate by 3 dB. */
const samples = Float32Array.from({ length: sampleRate }, (_, i) => {
  const loudness = i % 6000 < 900 ? 1 : 0.1;
  return loudness * Math.sin((Math.PI / 2) * i + Math.PI / 4);
});

function limited(parts: readonly number[]): Float32Array {
  const limiter = new PeakLimiter({ gain: 1.1, sampleRate });
  const out = parts.map((from, index) => limiter.push(samples.subarray(from, parts[index + 1])));
  return Float32Array.from([...out, limiter.flush()].flatMap((part) => [...part]));
}

test("no sound between the samples is louder than the ceiling, and quiet sound far from it stays", () => {
  const ceiling = 20 * Math.log10(peakCeiling);
  expect(truePeak(samples)).toBeGreaterThan(-0.1);
  const whole = limited([0]);
  expect(whole).toHaveLength(samples.length);
  expect(truePeak(whole)).toBeLessThan(ceiling + 0.05);
  expect(truePeak(whole)).toBeGreaterThan(ceiling - 0.3);
  expect(whole[5001]).toBeCloseTo(1.1 * (samples[5001] ?? 0), 2);
});

test("sound in parts is limited as the whole", () => {
  const whole = limited([0]);
  const parts = limited([0, 5, 700, 5990, 6010, 23_990]);
  expect(parts).toHaveLength(whole.length);
  for (const [i, x] of parts.entries())
    if (Math.abs(x - (whole[i] ?? 0)) > 1e-4) expect(x, `${i}`).toBe(whole[i]);
});

test.each([[[0]], [[0, 5, 700, 712, 6010, 23_990]], [[0, 6000, 6000, 6001]]])(
  "the peak of sound in the parts %j is that of the whole",
  (parts) => {
    const meter = new PeakMeter();
    for (const [index, from] of parts.entries()) meter.push(samples.subarray(from, parts[index + 1]));
    expect(20 * Math.log10(meter.finish())).toBeCloseTo(truePeak(samples), 1);
    const quiet = new PeakMeter();
    quiet.push(samples.subarray(1000, 1010));
    quiet.push(samples.subarray(1010, 5000));
    expect(20 * Math.log10(quiet.finish())).toBeLessThan(-19);
  },
);
