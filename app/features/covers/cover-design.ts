/** Side of the square of a cover in its own units. */
export const coverSize = 100;

/** Opacity of the light, stroke widths of the curve and of its echo. */
export const trackCoverStyle = { light: 0.13, curve: 1.7, echo: { width: 0.8, opacity: 0.45 } } as const;

/** The figure of a track's cover. */
export interface CoverCurve {
  /** SVG path of the closed curve. */
  path: string;
  /** The same curve with a slightly different phase. */
  echo: string;
  /** The circle of light behind the curve. */
  light: { x: number; y: number; radius: number };
}

/** Frequency ratios whose figures are neither a line nor a moiré at thumbnail size. */
const ratios = [
  [1, 2],
  [2, 3],
  [3, 2],
  [3, 4],
  [4, 3],
  [1, 3],
  [3, 5],
  [5, 4],
  [2, 5],
  [4, 5],
] as const;

const margin = 17;
const tau = Math.PI * 2;

/**
 * The Lissajous figure x = sin(a·t + φ), y = sin(b·t) of a track: ratio a:b and phase φ come from its id alone,
 * so a track always has the same cover, and those of consecutive ids differ.
 */
export function coverCurve(trackId: number): CoverCurve {
  const random = seededRandom(trackId);
  const [a, b] = ratios[Math.floor(random() * ratios.length)] ?? ratios[0];
  // The figure folds onto a single line at the phases π(b−a)/2b + k·π/b: stay around the middle between two.
  const fold = Math.PI / b;
  const middle = (Math.PI * (b - a)) / (2 * b) + fold * (Math.floor(random() * 2 * b) + 0.5);
  const phase = middle + (random() - 0.5) * fold * 0.55;
  const between = (min: number, max: number) => Math.round(min + random() * (max - min));
  return {
    path: lissajous(a, b, phase),
    echo: lissajous(a, b, phase + fold * 0.18),
    light: { x: between(15, 85), y: between(10, 60), radius: between(26, 44) },
  };
}

/**
 * A closed Lissajous curve as cubic Béziers. Equal parameter steps make neighbouring handles mirror each other,
 * which is what SVG's `S` assumes: each step costs two points.
 */
function lissajous(a: number, b: number, phase: number): string {
  const steps = 4 * Math.max(a, b);
  const dt = tau / steps;
  const radius = coverSize / 2 - margin;
  const at = (t: number) => ({
    x: coverSize / 2 + radius * Math.sin(a * t + phase),
    y: coverSize / 2 + radius * Math.sin(b * t),
    dx: (radius * a * Math.cos(a * t + phase) * dt) / 3,
    dy: (radius * b * Math.cos(b * t) * dt) / 3,
  });
  const start = at(0);
  const points = Array.from({ length: steps }, (_, index) => at((index + 1) * dt));
  const [first, ...rest] = points;
  if (!first) return "";
  const handle = (point: typeof start) => pair(point.x - point.dx, point.y - point.dy);
  const head = `M${pair(start.x, start.y)}C${pair(start.x + start.dx, start.y + start.dy)} ${handle(first)} ${pair(first.x, first.y)}`;
  return `${head}S${rest.map((point) => `${handle(point)} ${pair(point.x, point.y)}`).join(" ")}Z`;
}

const pair = (x: number, y: number) => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;

/** A generator of numbers in [0, 1), determined by `seed` (mulberry32 after a multiplicative scramble). */
function seededRandom(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
