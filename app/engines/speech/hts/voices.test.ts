import { expect, test } from "vitest";
import { medianPitch } from "#test/audio/decode-mp3.ts";
import { openVoices } from "#test/audio/hts.ts";
import type { HtsVoice } from "./voices.ts";

const sampleRate = 48_000;
const { voices, load, sound } = await openVoices();
const text = "今日はとても良い天気なので、公園まで歩いて行きました。";

/** Pitch in Hz, and the envelopes of the spectrum of what is spoken, every 15 ms. */
async function measure({ id, style }: HtsVoice) {
  const voice = await load(style);
  const { samples, spoken, parameters } = await sound(text, voice);
  const alpha = style.alpha ?? voice.mix[0]?.voice.alpha ?? 0;
  const frames = spoken.flatMap(({ phrase, from, to }) =>
    phrase === undefined ? [] : Array.from({ length: to - from }, (_, frame) => from + frame),
  );
  const envelopes = frames
    .filter((frame) => frame % 3 === 0)
    .map((frame) =>
      envelopeOf(
        parameters.melCepstrum.map((track) => track[frame] ?? 0),
        alpha,
      ),
    );
  return { id, pitch: medianPitch(samples, sampleRate), envelopes };
}

/** Centres of 24 bands below 8 kHz that are equally wide on the mel scale. */
const bands = Array.from({ length: 24 }, (_, band) => {
  const mel = (2595 * Math.log10(1 + 8000 / 700) * (band + 0.5)) / 24;
  return 700 * (10 ** (mel / 2595) - 1);
});

/** The spectrum in dB at each band, without its loudness. */
function envelopeOf(cepstrum: readonly number[], alpha: number): number[] {
  const levels = bands.map((hz) => {
    const omega = (2 * Math.PI * hz) / sampleRate;
    const warped = omega + 2 * Math.atan((alpha * Math.sin(omega)) / (1 - alpha * Math.cos(omega)));
    return (20 / Math.LN10) * cepstrum.reduce((sum, c, m) => sum + c * Math.cos(m * warped), 0);
  });
  const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
  return levels.map((level) => level - mean);
}

/**
 * How differently two voices shape what they say, in dB: the root mean square of the difference of their spectra on the mel scale
 * (mel-cepstral distance), along the cheapest alignment of their frames.
 */
function spectralDistance(one: readonly (readonly number[])[], other: readonly (readonly number[])[]) {
  let above: { sum: number; length: number }[] = [];
  for (const [i, a] of one.entries()) {
    const row: typeof above = [];
    for (const [j, b] of other.entries()) {
      const squares = a.reduce((sum, level, band) => sum + (level - (b[band] ?? 0)) ** 2, 0);
      const here = Math.sqrt(squares / a.length);
      const before = [above[j - 1], above[j], row[j - 1]].filter((path) => path !== undefined);
      const best = before.toSorted((p, q) => p.sum - q.sum)[0];
      if (!best && (i > 0 || j > 0)) throw new Error("no path");
      row.push({ sum: (best?.sum ?? 0) + here, length: (best?.length ?? 0) + 1 });
    }
    above = row;
  }
  const path = above.at(-1);
  return path ? path.sum / path.length : Number.NaN;
}

/** Shares of the pitch, or dB of the spectrum, by which two people differ at a glance. */
const minApart = { pitch: 0.25, decibels: 3 };

function areApart(one: Awaited<ReturnType<typeof measure>>, other: typeof one): boolean {
  const ratio = Math.max(one.pitch, other.pitch) / Math.min(one.pitch, other.pitch);
  return ratio - 1 >= minApart.pitch || spectralDistance(one.envelopes, other.envelopes) >= minApart.decibels;
}

test("a voice a semitone higher is the same person", async () => {
  const [voice] = voices;
  if (!voice) throw new Error("no voice");
  const higher = { ...voice, style: { ...voice.style, semitones: voice.style.semitones + 1 } };
  expect(areApart(await measure(voice), await measure(higher))).toBe(false);
});

test("each two of the voices are a quarter apart in pitch or 3 dB in spectrum", async () => {
  const measured: Awaited<ReturnType<typeof measure>>[] = [];
  for (const voice of voices) measured.push(await measure(voice));
  expect(measured.length).toBeGreaterThanOrEqual(6);
  const alike = measured.flatMap((one, index) =>
    measured.slice(index + 1).flatMap((other) => (areApart(one, other) ? [] : [`${one.id} and ${other.id}`])),
  );
  expect(alike).toEqual([]);
});
