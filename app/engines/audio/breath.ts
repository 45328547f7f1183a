import type { Speaker } from "#app/engines/script/script.ts";

const breathSeconds = 0.45;
const gapSeconds = 0.1;
/** Relative to the loudest part: 30 dB below the voices. */
const level = 0.004;
/** The air in two throats, and how sharp it sounds. */
const resonanceHz = { A: 1700, B: 1300 } as const satisfies Record<Speaker, number>;
const quality = 0.9;
const growing = 0.7;

/** Adds a breath to `pcm` that ends shortly before its speaker begins. Deterministic. */
export function addBreath(
  pcm: Float32Array,
  o: { speaker: Speaker; before: number; sampleRate: number },
): void {
  const length = Math.round(breathSeconds * o.sampleRate);
  const begin = o.before - Math.round(gapSeconds * o.sampleRate) - length;
  const omega = (2 * Math.PI * resonanceHz[o.speaker]) / o.sampleRate;
  const alpha = Math.sin(omega) / (2 * quality);
  const noise = createNoise();
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  const rush = Float64Array.from({ length }, (_, i) => {
    const share = i / length;
    const envelope =
      Math.sin((Math.PI / 2) * (share < growing ? share / growing : (1 - share) / (1 - growing))) ** 2;
    // Second-order band-pass.
    const x = noise();
    const y = (alpha * (x - x2) + 2 * Math.cos(omega) * y1 - (1 - alpha) * y2) / (1 + alpha);
    [x1, x2, y1, y2] = [x, x1, y, y1];
    return envelope * y;
  });
  const power = rush.reduce((sum, x) => sum + x * x, 0) / length;
  const gain = level / Math.sqrt(power);
  for (const [i, x] of rush.entries()) {
    const at = begin + i;
    if (at >= 0 && at < pcm.length) pcm[at] = (pcm[at] ?? 0) + gain * x;
  }
}

function createNoise(): () => number {
  let seed = 1;
  return () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647 - 0.5;
  };
}
