/** Means and weights (1/variance) of frames, by window. */
interface TrackTarget {
  means: readonly Float64Array[];
  weights: readonly Float64Array[];
  windows: readonly (readonly number[])[];
  /** As in the recordings; otherwise it is flatter than speech. */
  variance?: { mean: number; weight: number; frames: Uint8Array } | undefined;
}

/**
 * The likeliest track: least squares of weight × ((window ∗ track) − mean)², a band matrix solved by LDLᵀ, then drawn to the
 * usual (global) variance.
 */
export function smoothTrack(target: TrackTarget): Float64Array {
  const { matrix, right, width } = normalEquations(target);
  const track = solve(matrix, right, width);
  if (target.variance)
    widen(track, {
      matrix,
      right,
      width,
      windows: target.windows.length,
      ...target.variance,
    });
  return track;
}

/** `matrix[t × width + d]` is entry (t, t + d), symmetric. */
interface BandSystem {
  matrix: Float64Array;
  right: Float64Array;
  width: number;
}

function normalEquations({ means, weights, windows }: TrackTarget): BandSystem {
  const frames = means[0]?.length ?? 0;
  const width = Math.max(...windows.map((window) => window.length));
  const matrix = new Float64Array(frames * width);
  const right = new Float64Array(frames);
  for (const [k, window] of windows.entries()) {
    const half = (window.length - 1) / 2;
    const mean = means[k] ?? right;
    const weight = weights[k] ?? right;
    for (let t = 0; t < frames; t++) {
      const w = weight[t] ?? 0;
      if (w === 0) continue;
      for (let a = 0; a < window.length; a++) {
        const row = t + a - half;
        const scaled = (window[a] ?? 0) * w;
        right[row] = (right[row] ?? 0) + scaled * (mean[t] ?? 0);
        for (let b = a; b < window.length; b++) {
          const at = row * width + b - a;
          matrix[at] = (matrix[at] ?? 0) + scaled * (window[b] ?? 0);
        }
      }
    }
  }
  return { matrix, right, width };
}

function solve(matrix: Float64Array, right: Float64Array, width: number): Float64Array {
  const n = right.length;
  const ldl = matrix.slice();
  for (let t = 0; t < n; t++) {
    for (let d = 0; d < width; d++) {
      let x = ldl[t * width + d] ?? 0;
      for (let j = 1; j + d < width && j <= t; j++) {
        const above = (t - j) * width;
        x -= (ldl[above + j] ?? 0) * (ldl[above + j + d] ?? 0) * (ldl[above] ?? 0);
      }
      ldl[t * width + d] = d > 0 ? x / (ldl[t * width] ?? 1) : x;
    }
  }
  const track = right.slice();
  for (let t = 0; t < n; t++) {
    let x = track[t] ?? 0;
    for (let j = 1; j < width && j <= t; j++) x -= (ldl[(t - j) * width + j] ?? 0) * (track[t - j] ?? 0);
    track[t] = x;
  }
  for (let t = n - 1; t >= 0; t--) {
    let x = (track[t] ?? 0) / (ldl[t * width] ?? 1);
    for (let j = 1; j < width && t + j < n; j++) x -= (ldl[t * width + j] ?? 0) * (track[t + j] ?? 0);
    track[t] = x;
  }
  return track;
}

const rounds = 5;

/** Stretches to the variance, then climbs both likelihoods, as hts_engine. */
function widen(
  track: Float64Array,
  o: BandSystem & { windows: number; mean: number; weight: number; frames: Uint8Array },
): void {
  const { matrix, right, width, frames, weight } = o;
  const n = track.length;
  const used = frames.reduce((sum, isUsed) => sum + isUsed, 0);
  if (used === 0) return;
  let { mean, variance } = momentsOf(track, frames, used);
  if (!(variance > 0)) return;
  const ratio = Math.sqrt(o.mean / variance);
  for (let t = 0; t < n; t++) if (frames[t]) track[t] = mean + ratio * ((track[t] ?? 0) - mean);

  const scale = 1 / (o.windows * n);
  const step = new Float64Array(n);
  let size = 0.1;
  let before = 0;
  for (let round = 0; round < rounds; round++) {
    ({ mean, variance } = momentsOf(track, frames, used));
    const off = weight * (variance - o.mean);
    let loss = 0.5 * variance * weight * (variance - 2 * o.mean);
    for (let t = 0; t < n; t++) {
      const row = t * width;
      const here = track[t] ?? 0;
      let product = (matrix[row] ?? 0) * here;
      for (let j = 1; j < width; j++) {
        if (t + j < n) product += (matrix[row + j] ?? 0) * (track[t + j] ?? 0);
        if (t >= j) product += (matrix[row - j * width + j] ?? 0) * (track[t - j] ?? 0);
      }
      loss -= scale * here * ((right[t] ?? 0) - 0.5 * product);
      if (!frames[t]) continue;
      const distance = here - mean;
      const slope = scale * ((right[t] ?? 0) - product) - (2 / n) * off * distance;
      const bend =
        -scale * (matrix[row] ?? 0) - (2 / (n * n)) * ((n - 1) * off + 2 * weight * distance * distance);
      step[t] = slope / bend;
    }
    if (round > 0) size *= loss > before ? 0.5 : loss < before ? 1.2 : 1;
    for (let t = 0; t < n; t++) if (frames[t]) track[t] = (track[t] ?? 0) + size * (step[t] ?? 0);
    before = loss;
  }
}

function momentsOf(track: Float64Array, frames: Uint8Array, used: number) {
  let sum = 0;
  for (let t = 0; t < track.length; t++) if (frames[t]) sum += track[t] ?? 0;
  const mean = sum / used;
  let squares = 0;
  for (let t = 0; t < track.length; t++) if (frames[t]) squares += ((track[t] ?? 0) - mean) ** 2;
  return { mean, variance: squares / used };
}
