import { chooseDurations } from "./durations.ts";
import { smoothTrack } from "./smooth-track.ts";
import { findGaussian, type HtsVoiceFile, type StreamName, type TreeModel } from "./voice-file.ts";

/** Voices of one kind; their weights add up to 1. */
export type VoiceMix = readonly { voice: HtsVoiceFile; weight: number }[];

export interface SpeechParameters {
  frames: number;
  /** Per state and label. */
  durations: number[][];
  /** ln Hz; NaN if voiceless. */
  logPitch: Float64Array;
  /** By coefficient, then frame. */
  melCepstrum: Float64Array[];
  /** By tap, then frame: passes the voice, not the noise. */
  voicingFilter: Float64Array[];
}

interface Stream {
  isVoiced: Uint8Array;
  /** By dimension, voiced frames only. */
  tracks: Float64Array[];
}

/** A speed per label; 2: twice as fast. */
interface LabelTiming {
  mix: VoiceMix;
  speeds?: readonly number[];
  frames?: readonly (number | undefined)[];
}

export function timeStates(labels: readonly string[], o: LabelTiming): number[][] {
  const [first] = o.mix;
  if (!first) throw new RangeError("there is no voice");
  const { states, isSilence } = first.voice;
  return chooseDurations(
    labels.map((label, index) => {
      const gaussian = Array.from(mixGaussians(o.mix, (voice) => voice.duration, 2, label));
      return {
        means: gaussian.slice(0, states),
        variances: gaussian.slice(states, 2 * states),
        speed: o.speeds?.[index] ?? 1,
        isSilence: isSilence(label),
        frames: o.frames?.[index],
      };
    }),
  );
}

/** The likeliest parameters for full-context labels. `checkpoint` may throw to stop. */
export function generateParameters(
  labels: readonly string[],
  o: LabelTiming & { checkpoint?: (() => void) | undefined },
): SpeechParameters {
  const [first] = o.mix;
  if (!first) throw new RangeError("there is no voice");
  const { states, streams, isSilence } = first.voice;
  const mixed = (model: (voice: HtsVoiceFile) => TreeModel | undefined, state: number, label: string) =>
    mixGaussians(o.mix, model, state, label);

  const isSpoken = labels.map((label) => !isSilence(label));
  const durations = timeStates(labels, o);
  const framesOfStates = durations.flat();
  const frames = framesOfStates.reduce((sum, count) => sum + count, 0);

  const generate = (name: StreamName): Stream => {
    const { length, windows, hasVoicing, size, globalVariance } = streams[name];
    const gaussians = labels.flatMap((label) =>
      Array.from({ length: states }, (_, state) => {
        o.checkpoint?.();
        return mixed((voice) => voice.streams[name], state + 2, label);
      }),
    );
    const voiced = findVoicedFrames(
      framesOfStates,
      gaussians.map((gaussian) => !hasVoicing || (gaussian[2 * size] ?? 0) > 0.5),
    );
    // A change beside voiceless frames says nothing.
    const isInside = windows.map((window) => {
      const half = (window.length - 1) / 2;
      return Uint8Array.from(voiced.frameOf, (frame) => {
        for (let distance = -half; distance <= half; distance++)
          if (!voiced.isVoiced[frame + distance]) return 0;
        return 1;
      });
    });
    const variance =
      globalVariance && mixed((voice) => voice.streams[name].globalVariance, 2, labels[0] ?? "");
    const spokenFrames = Uint8Array.from(voiced.stateOf, (state) =>
      isSpoken[Math.floor(state / states)] ? 1 : 0,
    );
    const stateAt = (t: number) => voiced.stateOf[t] ?? 0;
    // Loops: `Float64Array.from` with a function takes a fifth of all the time of speaking.
    const tracks = Array.from({ length }, (_, dimension) => {
      o.checkpoint?.();
      const at = (k: number) => k * length + dimension;
      return smoothTrack({
        windows,
        means: windows.map((_, k) => {
          const means = new Float64Array(voiced.stateOf.length);
          for (let t = 0; t < means.length; t++) means[t] = gaussians[stateAt(t)]?.[at(k)] ?? 0;
          return means;
        }),
        weights: windows.map((_, k) => {
          const weights = new Float64Array(voiced.stateOf.length);
          for (let t = 0; t < weights.length; t++)
            if (k === 0 || isInside[k]?.[t])
              weights[t] = precision(gaussians[stateAt(t)]?.[size + at(k)] ?? 1);
          return weights;
        }),
        variance: variance && {
          mean: variance[dimension] ?? 0,
          // No inverse, as in the training.
          weight: variance[length + dimension] ?? 0,
          frames: spokenFrames,
        },
      });
    });
    return { isVoiced: voiced.isVoiced, tracks };
  };

  const pitch = generate("LF0");
  const logPitch = new Float64Array(frames).fill(Number.NaN);
  const track = pitch.tracks[0] ?? new Float64Array();
  for (let frame = 0, t = 0; frame < frames; frame++)
    if (pitch.isVoiced[frame]) logPitch[frame] = track[t++] ?? Number.NaN;
  return {
    frames,
    durations,
    logPitch,
    melCepstrum: generate("MCP").tracks,
    voicingFilter: generate("LPF").tracks,
  };
}

function mixGaussians(
  mix: VoiceMix,
  model: (voice: HtsVoiceFile) => TreeModel | undefined,
  state: number,
  label: string,
): Float64Array {
  let sum: Float64Array | undefined;
  for (const { voice, weight } of mix) {
    const found = model(voice);
    if (!found || weight === 0) continue;
    const gaussian = findGaussian(found, state, label);
    sum ??= new Float64Array(gaussian.length);
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + weight * (gaussian[i] ?? 0);
  }
  if (!sum) throw new RangeError("the weights of the voices are 0");
  return sum;
}

function findVoicedFrames(framesOfStates: readonly number[], isVoicedState: readonly boolean[]) {
  const frames = framesOfStates.reduce((sum, count) => sum + count, 0);
  const isVoiced = new Uint8Array(frames);
  const stateOf: number[] = [];
  const frameOf: number[] = [];
  let frame = 0;
  for (const [state, count] of framesOfStates.entries()) {
    for (const end = frame + count; frame < end; frame++) {
      if (!isVoicedState[state]) continue;
      isVoiced[frame] = 1;
      stateOf.push(state);
      frameOf.push(frame);
    }
  }
  return { isVoiced, stateOf, frameOf };
}

/** A variance of 0 would make everything NaN. */
const precision = (variance: number) => Math.min(1e38, 1 / variance);
