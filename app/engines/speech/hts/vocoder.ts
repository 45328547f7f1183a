import { createMlsaFilter, filterCoefficients } from "./mlsa-filter.ts";
import type { SpeechParameters } from "./parameters.ts";

const pitchLimits = { min: 20, max: 20_000 };
/** Voices expect 16-bit samples. */
const fullScale = 32_768;

/**
 * Sound in −1…1 times `gain` (loud vowels exceed 1): pulses and noise through the voicing filter, then the spectrum. `alpha`:
 * all-pass constant; another than the voice's moves formants. `checkpoint` may throw to stop.
 */
export function vocode(
  parameters: SpeechParameters,
  o: { sampleRate: number; framePeriod: number; alpha: number; gain: number; checkpoint?: () => void },
): Float32Array<ArrayBuffer> {
  const { frames, melCepstrum, voicingFilter, logPitch } = parameters;
  const { framePeriod, sampleRate } = o;
  const samples = new Float32Array(frames * framePeriod);
  const length = melCepstrum.length;
  const excite = createExciter(framePeriod, voicingFilter.length);
  const filter = createMlsaFilter(length - 1, o.alpha);
  const gain = o.gain / fullScale;
  const cepstrum = new Float64Array(length);
  const taps = new Float64Array(voicingFilter.length);
  const goal = new Float64Array(length);
  const coefficients = new Float64Array(length);
  const steps = new Float64Array(length);
  const excitation = new Float64Array(framePeriod);
  for (let frame = 0; frame < frames; frame++) {
    o.checkpoint?.();
    for (let m = 0; m < length; m++) cepstrum[m] = melCepstrum[m]?.[frame] ?? 0;
    for (let tap = 0; tap < taps.length; tap++) taps[tap] = voicingFilter[tap]?.[frame] ?? 0;
    filterCoefficients(cepstrum, goal, o.alpha);
    if (frame === 0) coefficients.set(goal);
    for (let m = 0; m < length; m++) steps[m] = ((goal[m] ?? 0) - (coefficients[m] ?? 0)) / framePeriod;
    const pitch = Math.exp(logPitch[frame] ?? Number.NaN);
    const distance = pitch > 0 ? sampleRate / Math.min(pitchLimits.max, Math.max(pitchLimits.min, pitch)) : 0;
    excite(excitation, distance, taps);
    const from = frame * framePeriod;
    for (let i = 0; i < framePeriod; i++) {
      const driven = (excitation[i] ?? 0) * Math.exp(coefficients[0] ?? 0);
      samples[from + i] = gain * filter(driven, coefficients);
      for (let m = 0; m < length; m++) coefficients[m] = (coefficients[m] ?? 0) + (steps[m] ?? 0);
    }
    coefficients.set(goal);
  }
  return samples;
}

/**
 * A frame: pulses of equal power through the voicing filter, noise through the rest. The distance glides; a pulse starts each
 * voice. 0: noise alone.
 */
function createExciter(framePeriod: number, taps: number) {
  const ring = new Float64Array(taps);
  const middle = (taps - 1) / 2;
  const noise = createNoise();
  let at = 0;
  let distance = 0;
  let since = 0;
  return (target: Float64Array, goal: number, filter: Float64Array): void => {
    let glide = 0;
    if (distance === 0 || goal === 0) {
      distance = goal;
      since = goal;
    } else glide = (goal - distance) / framePeriod;
    for (let i = 0; i < framePeriod; i++) {
      const hiss = noise();
      const center = at + middle < taps ? at + middle : at + middle - taps;
      if (distance === 0) ring[center] = (ring[center] ?? 0) + hiss;
      else {
        let pulse = 0;
        since += 1;
        if (since >= distance) {
          pulse = Math.sqrt(distance);
          since -= distance;
        }
        const difference = pulse - hiss;
        for (let k = 0, r = at; k < taps; k++) {
          ring[r] = (ring[r] ?? 0) + difference * (filter[k] ?? 0);
          if (++r === taps) r = 0;
        }
        ring[center] = (ring[center] ?? 0) + hiss;
        distance += glide;
      }
      target[i] = ring[at] ?? 0;
      ring[at] = 0;
      if (++at === taps) at = 0;
    }
    distance = goal;
  };
}

/** Polar method on the C standard's generator: the same in every run. */
function createNoise(): () => number {
  let state = 1;
  let spare: number | undefined;
  const uniform = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) | 0;
    return (2 * ((state >>> 16) & 32_767)) / 32_767 - 1;
  };
  return () => {
    if (spare !== undefined) {
      const kept = spare;
      spare = undefined;
      return kept;
    }
    let x: number;
    let y: number;
    let square: number;
    do {
      x = uniform();
      y = uniform();
      square = x * x + y * y;
    } while (square > 1 || square === 0);
    const scale = Math.sqrt((-2 * Math.log(square)) / square);
    spare = y * scale;
    return x * scale;
  };
}
