import type { Speaker } from "#app/engines/script/script.ts";

export interface Turnover {
  from: number;
  speaker: Speaker;
}

/** Louder by this in one ear, quieter in the other, so the sum stays. */
const placement = 0.12;
const leftGains = { A: 1 + placement, B: 1 - placement } as const satisfies Record<Speaker, number>;
/** Reflections in ms, different for each ear. 26 dB below the voice in all: the sum is off by at most 0.43 dB. */
const reflectionsMs = {
  left: [7.9, 13.1, 19.3, 27.7, 37.1, 48.9],
  right: [8.9, 14.9, 21.1, 29.9, 40.3, 52.7],
} as const;
const roomGain = 0.05;
/** After this time a reflection has an e-th of its amplitude. */
const decayMs = 22;
const wallHz = 4500;

/**
 * Stereo from mono, in parts: A slightly left, B right, in a faint room. Both channels add up to twice the mix within 0.43 dB,
 * for one loudspeaker.
 */
export class StereoPlacement {
  readonly #turnovers: readonly Turnover[];
  readonly #reflections: Record<"left" | "right", readonly { delay: number; gain: number }[]>;
  readonly #damping: number;
  /** What still comes back from the walls. */
  #past: Float32Array;
  #damped = 0;
  #position = 0;
  #turn = 0;

  constructor(o: { turnovers: readonly Turnover[]; sampleRate: number }) {
    this.#turnovers = o.turnovers;
    this.#damping = 1 - Math.exp((-2 * Math.PI * wallHz) / o.sampleRate);
    this.#reflections = {
      left: reflections(reflectionsMs.left, o.sampleRate),
      right: reflections(reflectionsMs.right, o.sampleRate),
    };
    const { left, right } = this.#reflections;
    this.#past = new Float32Array(Math.max(...[...left, ...right].map(({ delay }) => delay)));
  }

  push(samples: Float32Array): [Float32Array, Float32Array] {
    const before = this.#past.length;
    const heard = new Float32Array(before + samples.length);
    heard.set(this.#past);
    const [left, right] = [new Float32Array(samples.length), new Float32Array(samples.length)];
    for (let i = 0; i < samples.length; i++, this.#position++) {
      while ((this.#turnovers[this.#turn + 1]?.from ?? Number.POSITIVE_INFINITY) <= this.#position)
        this.#turn++;
      const x = samples[i] ?? 0;
      this.#damped += this.#damping * (x - this.#damped);
      heard[before + i] = this.#damped;
      const gain = leftGains[this.#turnovers[this.#turn]?.speaker ?? "A"];
      left[i] = gain * x + echo(heard, before + i, this.#reflections.left);
      right[i] = (2 - gain) * x + echo(heard, before + i, this.#reflections.right);
    }
    this.#past = heard.slice(samples.length);
    return [left, right];
  }
}

function reflections(milliseconds: readonly number[], sampleRate: number) {
  const weights = milliseconds.map((ms, index) => (index % 2 === 0 ? 1 : -1) * Math.exp(-ms / decayMs));
  const whole = weights.reduce((sum, weight) => sum + Math.abs(weight), 0);
  return milliseconds.map((ms, index) => ({
    delay: Math.round((ms * sampleRate) / 1000),
    gain: (roomGain * (weights[index] ?? 0)) / whole,
  }));
}

function echo(heard: Float32Array, at: number, ofEar: readonly { delay: number; gain: number }[]): number {
  let sum = 0;
  for (const { delay, gain } of ofEar) sum += gain * (heard[at - delay] ?? 0);
  return sum;
}
