// @module-tag release: measures the sound of every voice; it changes with the voices alone
import { expect, test } from "vitest";
import { bandLevel } from "#test/audio/band-level.ts";
import { openVoices } from "#test/audio/hts.ts";
import { bands } from "./presence.ts";

const sampleRate = 48_000;
const frameSamples = 240;
const { voices, load, sound } = await openVoices();
const text = "私が昨日の夕方に駅前の本屋で買った本は、とても面白かったと思います。";
const none = { speech: new Float64Array(60), sibilants: new Float64Array(60) };

/**
 * Of what a voice says: the level of 2 to 5 kHz as dB above the whole's, and that of its sibilants above 4 kHz as dB above that of
 * its vowels.
 */
async function measure(id: string, o: { isEqualized: boolean }): Promise<{ presence: number; hiss: number }> {
  const voice = await load(id);
  const { samples, spoken } = await sound(text, o.isEqualized ? voice : { ...voice, equalizer: none });
  const level = (from: number, to: number) => bandLevel(samples, { sampleRate, from, to });
  const levelOf = (phonemes: RegExp, from: number) => {
    const parts = spoken
      .filter(({ phoneme }) => phonemes.test(phoneme))
      .flatMap((span) => Array.from(samples.subarray(span.from * frameSamples, span.to * frameSamples)));
    const power = bandLevel(Float32Array.from(parts), { sampleRate, from, to: sampleRate / 2 });
    return power - 10 * Math.log10(parts.length);
  };
  return {
    presence: level(2000, 5000) - level(0, sampleRate / 2),
    hiss: levelOf(/^(?:s|sh|ts|ch|z|j)$/, 4000) - levelOf(/^[aiueo]$/, 0),
  };
}

test("every voice is as present from 2 to 5 kHz as the others within 4 dB, and none hisses", async () => {
  const measured = [];
  for (const { id } of voices) measured.push(await measure(id, { isEqualized: true }));
  const presences = measured.map(({ presence }) => presence);
  // People's are 16 dB below the whole.
  expect(Math.min(...presences)).toBeGreaterThan(-19.5);
  expect(Math.max(...presences)).toBeLessThan(-13.5);
  expect(Math.max(...presences) - Math.min(...presences)).toBeLessThan(4);
  expect(Math.max(...measured.map(({ hiss }) => hiss))).toBeLessThan(-8);
});

test("the recordings themselves are far from each other, and the woman's hisses", async () => {
  const [mei, nitech] = [
    await measure("mei", { isEqualized: false }),
    await measure("nitech", { isEqualized: false }),
  ];
  expect(mei.presence - nitech.presence).toBeGreaterThan(10);
  expect(mei.hiss).toBeGreaterThan(-4);
});

test("the bands have the levels of average speech, as third octaves of it were published", () => {
  // Byrne et al. 1994, table of the mean of twelve languages: dB of each third octave by its middle, of 70 dB as a whole.
  const thirdOctaves = [
    [1000, 53.7],
    [1250, 53],
    [1600, 52],
    [2000, 48.7],
    [2500, 48.1],
    [3150, 46.8],
    [4000, 45.6],
    [5000, 44.5],
    [6300, 44.3],
    [8000, 43.7],
    [10_000, 43.4],
    [12_500, 41.3],
    [16_000, 40.7],
  ] as const;
  for (const { from, to, level } of bands) {
    const powers = thirdOctaves.flatMap(([middle, decibels]) =>
      middle > from && middle < to ? [10 ** (decibels / 10)] : [],
    );
    expect(10 * Math.log10(powers.reduce((sum, power) => sum + power, 0)) - 70).toBeCloseTo(level, 1);
  }
});
