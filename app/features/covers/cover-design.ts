import type { CoverGround } from "./cover-palettes.ts";

export const coverSize = 100;

export const lightOpacity = 0.14;

interface CoverLine {
  path: string;
  width: number;
  opacity: number;
}

interface CoverDesign {
  ground: CoverGround;
  lines: readonly CoverLine[];
  light: { x: number; y: number; radius: number } | null;
}

/**
 * `bold`: one thick curve beyond the edges. `lattice`: a close thin one. `decay`: one that runs down like a pendulum. `ribbon`:
 * many of one family. `layers`: two or three of different weight.
 */
const kinds = ["bold", "lattice", "decay", "ribbon", "layers"] as const;
type Kind = (typeof kinds)[number];

/** Kinds that suit `coverPalettes`, in their order: exact topics get close thin lines, warm ones thick round ones. */
const moods: readonly (readonly Kind[])[] = [
  ["layers", "decay", "ribbon", "bold", "lattice"],
  ["bold", "lattice", "layers", "ribbon"],
  ["lattice", "decay", "ribbon", "layers"],
  ["ribbon", "bold", "decay", "layers"],
  ["layers", "lattice", "bold", "ribbon"],
  ["bold", "decay", "layers", "ribbon"],
  ["decay", "lattice", "ribbon", "layers"],
  ["ribbon", "decay", "layers", "bold"],
  ["ribbon", "layers", "decay", "bold"],
  ["bold", "layers", "ribbon", "lattice"],
  ["decay", "ribbon", "layers", "bold"],
  ["bold", "layers", "decay", "ribbon"],
  ["layers", "bold", "lattice", "decay"],
  ["bold", "lattice", "layers", "decay"],
  ["ribbon", "bold", "decay", "layers"],
  ["lattice", "bold", "layers", "ribbon"],
];

const tau = Math.PI * 2;

/** With less ink a single faint curve would look empty. */
const minInkPercent = 7;

/**
 * A track's cover by `coverIdOf` and `coverPaletteOf`: one to three Lissajous figures x = sin(a·t + φ), y = sin(b·t), turned,
 * scaled and cropped, some decaying. Deterministic; consecutive ids differ in ground or kind, and one of each two is on paper.
 */
export function coverDesign(coverId: number, palette: number): CoverDesign {
  const random = seededRandom(coverId);
  const { kind, ground } = coverLook(coverId, palette);
  const light =
    random() < 0.6
      ? { x: between(random, 8, 92, 0), y: between(random, 8, 92, 0), radius: between(random, 14, 42, 0) }
      : null;
  let lines = drawKind[kind](random);
  for (let attempt = 0; attempt < 6 && inkPercent(lines) < minInkPercent; attempt++)
    lines = drawKind[kind](random);
  return { ground, light, lines: lines.map(({ curve, ...line }) => ({ ...line, path: curve.path })) };
}

/** What two covers differ in at a glance, whatever their curves. */
export function coverLook(coverId: number, palette: number): { kind: Kind; ground: CoverGround } {
  const mood = moods[palette] ?? kinds;
  const kind =
    mood[(coverId + Math.floor(seededRandom(coverId >>> 3)() * mood.length)) % mood.length] ?? "layers";
  const isEvenOnPaper = seededRandom(coverId >>> 1)() < 0.5;
  return { kind, ground: (coverId % 2 === 0) === isEvenOnPaper ? "paper" : "night" };
}

/** A cover's SVG elements, without the outermost. */
export function coverShapes(
  { lines, light }: CoverDesign,
  colours: { background: string; line: string },
): string {
  const { background, line } = colours;
  const glow = light
    ? `<circle cx="${light.x}" cy="${light.y}" r="${light.radius}" fill="${line}" fill-opacity="${lightOpacity}"/>`
    : "";
  const strokes = lines.map(
    ({ path, width, opacity }) =>
      `<path d="${path}" stroke-width="${width}"${opacity < 1 ? ` stroke-opacity="${opacity}"` : ""}/>`,
  );
  return `<path d="M0 0h${coverSize}v${coverSize}H0z" fill="${background}"/>${glow}<g fill="none" stroke="${line}" stroke-linejoin="round">${strokes.join("")}</g>`;
}

interface DrawnLine {
  curve: Curve;
  width: number;
  opacity: number;
}

const drawKind: Record<Kind, (random: () => number) => DrawnLine[]> = {
  bold(random) {
    const curve = lissajous({
      ...pick(random, [
        [1, 2],
        [2, 3],
        [1, 3],
        [3, 4],
      ]),
      ...place(random, 38, 66),
    });
    return [{ curve, width: between(random, 3.2, 5, 1), opacity: 1 }];
  },
  lattice(random) {
    const curve = lissajous({
      ...pick(random, [
        [3, 4],
        [4, 5],
        [3, 5],
        [5, 6],
        [2, 5],
      ]),
      ...place(random, 34, 62),
    });
    return [{ curve, width: between(random, 0.8, 1.7, 1), opacity: 1 }];
  },
  decay(random) {
    const curve = lissajous({
      ...pick(random, [
        [1, 2],
        [2, 3],
        [3, 4],
        [1, 3],
        [3, 2],
      ]),
      ...place(random, 52, 88),
      turns: 6,
      decay: 0.045 + random() * 0.035,
    });
    return [{ curve, width: between(random, 0.8, 1.2, 1), opacity: 1 }];
  },
  ribbon(random) {
    const shared = {
      ...pick(random, [
        [1, 2],
        [2, 3],
        [1, 3],
      ]),
      ...place(random, 44, 78),
    };
    const count = 8 + Math.floor(random() * 5);
    const step = 0.035 + random() * 0.05;
    const width = between(random, 0.8, 1.1, 1);
    return Array.from({ length: count }, (_, index) => ({
      curve: lissajous({ ...shared, phase: shared.phase + index * step }),
      width,
      opacity: 1,
    }));
  },
  layers(random) {
    const back = lissajous({
      ...pick(random, [
        [3, 4],
        [2, 5],
        [4, 5],
      ]),
      ...place(random, 36, 70),
    });
    const front = lissajous({
      ...pick(random, [
        [1, 2],
        [2, 3],
        [1, 3],
      ]),
      ...place(random, 26, 54),
    });
    const lines = [
      { curve: back, width: between(random, 0.8, 1.4, 1), opacity: 0.5 },
      { curve: front, width: between(random, 1.8, 3.6, 1), opacity: 1 },
    ];
    if (random() < 0.4) return lines;
    const middle = lissajous({
      ...pick(random, [
        [1, 2],
        [3, 2],
      ]),
      ...place(random, 18, 34),
    });
    return [...lines, { curve: middle, width: between(random, 1, 2, 1), opacity: 0.7 }];
  },
};

function pick(
  random: () => number,
  ratios: readonly (readonly [number, number])[],
): { a: number; b: number } {
  const [a, b] = ratios[Math.floor(random() * ratios.length)] ?? [1, 2];
  return { a, b };
}

function place(random: () => number, min: number, max: number) {
  return {
    radius: min + random() * (max - min),
    x: coverSize * (0.22 + random() * 0.56),
    y: coverSize * (0.22 + random() * 0.56),
    angle: (random() - 0.5) * 1.8,
    phase: 0.35 + random() * 0.9,
  };
}

interface Curve {
  path: string;
  length: number;
}

interface Figure {
  a: number;
  b: number;
  phase: number;
  radius: number;
  x: number;
  y: number;
  angle: number;
  turns?: number;
  /** The radius shrinks by e^(−decay·t). */
  decay?: number;
}

/**
 * A Lissajous curve as cubic Béziers. With equal parameter steps neighbouring handles mirror each other, as SVG's `S` assumes:
 * each step costs two points.
 */
function lissajous(figure: Figure): Curve {
  const { a, b, phase, radius, x, y, angle, turns = 1, decay = 0 } = figure;
  // Three steps per wave are enough where there are many.
  const steps = (decay > 0 ? 3 : 4) * Math.max(a, b) * turns;
  const dt = (tau * turns) / steps;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const at = (t: number) => {
    const reach = radius * Math.exp(-decay * t);
    const u = reach * Math.sin(a * t + phase);
    const v = reach * Math.sin(b * t);
    const du = ((reach * a * Math.cos(a * t + phase) - decay * u) * dt) / 3;
    const dv = ((reach * b * Math.cos(b * t) - decay * v) * dt) / 3;
    return {
      x: x + u * cos - v * sin,
      y: y + u * sin + v * cos,
      dx: du * cos - dv * sin,
      dy: du * sin + dv * cos,
    };
  };
  const points = Array.from({ length: steps + 1 }, (_, index) => at(index * dt));
  const [start, first, ...rest] = points;
  if (!start || !first) return { path: "", length: 0 };
  const handle = (point: typeof start) => pair(point.x - point.dx, point.y - point.dy);
  const head = `M${pair(start.x, start.y)}C${pair(start.x + start.dx, start.y + start.dy)} ${handle(first)} ${pair(first.x, first.y)}`;
  const tail = rest.map((point) => `${handle(point)} ${pair(point.x, point.y)}`).join(" ");
  return { path: `${head}S${tail}${decay > 0 ? "" : "Z"}`, length: visibleLength(points) };
}

function visibleLength(points: readonly { x: number; y: number }[]): number {
  return points.reduce((sum, point, index) => {
    const before = points[index - 1];
    return before && isInside(point) && isInside(before)
      ? sum + Math.hypot(point.x - before.x, point.y - before.y)
      : sum;
  }, 0);
}

const isInside = ({ x, y }: { x: number; y: number }) => x >= 0 && y >= 0 && x <= coverSize && y <= coverSize;

/** An upper bound in per cent: crossings count twice. */
function inkPercent(lines: readonly DrawnLine[]): number {
  const area = lines.reduce((sum, { curve, width, opacity }) => sum + curve.length * width * opacity, 0);
  return (area / coverSize ** 2) * 100;
}

const pair = (x: number, y: number) => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;

function between(random: () => number, min: number, max: number, digits: number): number {
  return Number((min + random() * (max - min)).toFixed(digits));
}

/** Numbers in [0, 1), determined by `seed` (mulberry32 after a multiplicative scramble). */
function seededRandom(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
