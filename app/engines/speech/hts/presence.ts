import type { Label } from "./labels.ts";
import type { SpeechParameters } from "./parameters.ts";
import { spansOf } from "./prosody.ts";

export interface Equalizer {
  speech: Float64Array;
  sibilants: Float64Array;
}

/**
 * Third-octave bands of speech in twelve languages, Japanese among them, of 70 dB in all (Byrne et al. 1994, J. Acoust. Soc.
 * Am. 96, 2108–2120), summed from 891 Hz on: lower edge in Hz, dB below the whole.
 */
export const bands = [
  { from: 891, to: 1778, level: -12.3 },
  { from: 1778, to: 5623, level: -16 },
  { from: 5623, to: 8913, level: -23 },
  { from: 8913, to: 17_783, level: -23.3 },
] as const;
/** Closer to the average (dB) is the voice's own. */
const tolerance = 0.5;
const maxBoost = 14;
const maxCut = 8;
/** The most power of sibilants, in dB above the vowels. */
const sibilantLevel = -15;
const sibilantFrom = 3000;
const maxSibilantCut = 9;
const glideOctaves = 0.35;
/** Rounds of correction: what is boosted is part of the whole. */
const rounds = 3;

const sibilants = new Set(["s", "sh", "ts", "ch", "z", "j"]);
const vowels = new Set(["a", "i", "u", "e", "o"]);
const points = 128;
const everyFrame = 3;

/** Even on the mel-cepstrum's warped scale. */
interface Grid {
  hertz: Float64Array;
  /** In Hz. */
  widths: Float64Array;
  /** cos(m ω̃), by point, then coefficient. */
  cosines: Float64Array[];
}

/**
 * Brings bands to people's average beyond `tolerance`, so that hosts are equally present, and sibilants no louder than
 * people's.
 *
 * @param o.alpha the all-pass constant in use
 */
export function measureEqualizer(
  { labels, parameters }: { labels: readonly Label[]; parameters: SpeechParameters },
  o: { sampleRate: number; alpha: number },
): Equalizer {
  const length = parameters.melCepstrum.length;
  const grid = makeGrid({ ...o, length });
  const all = new Float64Array(points);
  const ofKinds = { sibilants: new Float64Array(points), vowels: new Float64Array(points) };
  const frames = { sibilants: 0, vowels: 0 };
  const cepstrum = new Float64Array(length);
  for (const { phoneme, phrase, from, to } of spansOf(labels, parameters.durations)) {
    if (phrase === undefined) continue;
    const kind = sibilants.has(phoneme) ? "sibilants" : vowels.has(phoneme) ? "vowels" : undefined;
    for (let frame = from; frame < to; frame += everyFrame) {
      if (kind) frames[kind]++;
      for (let m = 0; m < length; m++) cepstrum[m] = parameters.melCepstrum[m]?.[frame] ?? 0;
      for (let point = 0; point < points; point++) {
        const cosines = grid.cosines[point] ?? cepstrum;
        let log = 0;
        for (let m = 0; m < length; m++) log += (cosines[m] ?? 0) * (cepstrum[m] ?? 0);
        const power = Math.exp(2 * log) * (grid.widths[point] ?? 0);
        all[point] = (all[point] ?? 0) + power;
        if (kind) ofKinds[kind][point] = (ofKinds[kind][point] ?? 0) + power;
      }
    }
  }

  const gains: number[] = bands.map(() => 0);
  for (let round = 0; round < rounds; round++) {
    const curve = gainCurve(grid, gains);
    const whole = levelOf(all, curve);
    for (const [index, { from, to, level }] of bands.entries()) {
      const missing = level - (levelOf(all, curve, (hz) => hz >= from && hz < to) - whole);
      const wanted = (gains[index] ?? 0) + missing - Math.max(-tolerance, Math.min(tolerance, missing));
      gains[index] = Math.max(-maxCut, Math.min(maxBoost, wanted));
    }
  }
  const curve = gainCurve(grid, gains);
  const loss = levelOf(all, curve) - levelOf(all);
  const perFrame = (kind: keyof typeof frames) => decibels(Math.max(1, frames[kind]));
  const hiss = levelOf(ofKinds.sibilants, curve, (hz) => hz >= sibilantFrom) - perFrame("sibilants");
  const excess = hiss - (levelOf(ofKinds.vowels, curve) - perFrame("vowels")) - sibilantLevel;
  const cut = frames.sibilants > 0 ? -Math.max(0, Math.min(maxSibilantCut, excess)) : 0;
  return {
    speech: cepstrumOf(
      grid,
      curve.map((gain) => gain - loss),
      length,
    ),
    sibilants: cepstrumOf(
      grid,
      grid.hertz.map((hz) => cut * rise(hz, sibilantFrom)),
      length,
    ),
  };

  function levelOf(powers: Float64Array, gain?: Float64Array, isWithin?: (hz: number) => boolean): number {
    let sum = 0;
    for (let point = 0; point < points; point++)
      if (!isWithin || isWithin(grid.hertz[point] ?? 0))
        sum += (powers[point] ?? 0) * 10 ** ((gain?.[point] ?? 0) / 10);
    return decibels(sum);
  }
}

/** Silences stay quiet. */
export function equalize(
  parameters: SpeechParameters,
  { labels, equalizer }: { labels: readonly Label[]; equalizer: Equalizer },
): void {
  for (const { phoneme, phrase, from, to } of spansOf(labels, parameters.durations)) {
    if (phrase === undefined) continue;
    const isSibilant = sibilants.has(phoneme);
    for (const [m, track] of parameters.melCepstrum.entries()) {
      const added = (equalizer.speech[m] ?? 0) + (isSibilant ? (equalizer.sibilants[m] ?? 0) : 0);
      for (let frame = from; frame < to; frame++) track[frame] = (track[frame] ?? 0) + added;
    }
  }
}

function makeGrid(o: { sampleRate: number; alpha: number; length: number }): Grid {
  const warped = Float64Array.from({ length: points }, (_, point) => (Math.PI * (point + 0.5)) / points);
  const unwarp = (w: number) => w - 2 * Math.atan2(o.alpha * Math.sin(w), 1 + o.alpha * Math.cos(w));
  const toHertz = o.sampleRate / (2 * Math.PI);
  return {
    hertz: warped.map((w) => unwarp(w) * toHertz),
    widths: warped.map(
      (w) => (unwarp(w + Math.PI / 2 / points) - unwarp(w - Math.PI / 2 / points)) * toHertz,
    ),
    cosines: Array.from(warped, (w) => Float64Array.from({ length: o.length }, (_, m) => Math.cos(m * w))),
  };
}

/** dB: 0 below the bands, gliding between. */
function gainCurve({ hertz }: Grid, gains: readonly number[]): Float64Array {
  return hertz.map((hz) =>
    bands.reduce(
      (sum, { from }, index) => sum + ((gains[index] ?? 0) - (gains[index - 1] ?? 0)) * rise(hz, from),
      0,
    ),
  );
}

/** 0 to 1 around `at`. */
function rise(hz: number, at: number): number {
  const share = Math.max(0, Math.min(1, 0.5 + Math.log2(hz / at) / (2 * glideOctaves)));
  return share * share * (3 - 2 * share);
}

/** The real part is ln of the amplitude. */
function cepstrumOf({ cosines }: Grid, gain: Float64Array, length: number): Float64Array {
  return Float64Array.from({ length }, (_, m) => {
    let sum = 0;
    for (const [point, ofPoint] of cosines.entries())
      sum += ((gain[point] ?? 0) / 20) * Math.LN10 * (ofPoint[m] ?? 0);
    return ((m === 0 ? 1 : 2) * sum) / points;
  });
}

const decibels = (power: number) => 10 * Math.log10(power);
