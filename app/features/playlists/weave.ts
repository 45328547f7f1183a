import { coverColours } from "../tracks/cover-colours.ts";
import { coverSize } from "../tracks/cover-curve.ts";

/** What a track gives to a woven cover: its id the movement of a strand, its first label the colour. */
export interface WovenTrack {
  id: number;
  label: string | null;
}

/** So many of a playlist's first tracks are woven into its cover. */
export const mostStrands = 4;

/** How a woven cover is drawn: stroke of a strand, and how far it keeps those below away. */
export const weaveLook = { strand: 2.4, gap: 7 } as const;

export interface Weave {
  ground: string;
  /** From the lowest to the uppermost. */
  strands: { path: string; colour: string }[];
}

/** Handle of the cubic that follows half a sine wave from peak to peak, as a part of its length. */
const handle = 0.3642;

/**
 * The waves of up to four tracks, woven into one band that runs on beyond both edges: the cover of a playlist. Without
 * tracks it is one quiet line in the colours of `category`. `width` is in units of which covers are 100 high.
 */
export function weave(options: {
  tracks: readonly WovenTrack[];
  category: string | undefined;
  width?: number;
}): Weave {
  const { category, width = coverSize } = options;
  const tracks = options.tracks.slice(0, mostStrands);
  const [first] = tracks;
  const { ground, line } = coverColours([(first ? first.label : category) ?? ""]);
  const middle = coverSize / 2;
  if (!first) return { ground, strands: [{ path: `M-9 ${middle}H${width + 9}`, colour: line }] };
  // One wave length for all of them: they cross at even distances.
  const halfWave = Math.round(32 + scattered(first.id, 1) * 16);
  const strands = tracks.map(({ id, label }, index) => {
    const shift = index / tracks.length + (scattered(id, 2) - 0.5) * 0.09;
    const height = Math.round(20 + scattered(id, 3) * 11);
    return { path: wave({ halfWave, shift, height, width }), colour: coverColours([label ?? ""]).line };
  });
  return { ground, strands: strands.reverse() };
}

/** A sine wave as cubic Béziers from peak to peak; `shift` 0–1 of a whole wave. */
function wave(o: { halfWave: number; shift: number; height: number; width: number }): string {
  const { halfWave, shift, height, width } = o;
  const start = Math.round((shift - 1) * 2 * halfWave) - halfWave;
  const reach = Math.round(handle * halfWave);
  const peak = (count: number) => coverSize / 2 + (count % 2 === 0 ? -height : height);
  const count = Math.ceil((width + weaveLook.gap - start) / halfWave);
  const rest = Array.from({ length: count - 1 }, (_, index) => {
    const x = start + (index + 2) * halfWave;
    return `${x - reach} ${peak(index)} ${x} ${peak(index)}`;
  });
  const second = start + halfWave;
  return `M${start} ${peak(0)}C${start + reach} ${peak(0)} ${second - reach} ${peak(1)} ${second} ${peak(1)}S${rest.join(" ")}`;
}

/** A number in [0, 1) that follows from the two alone. */
function scattered(id: number, place: number): number {
  let mixed = Math.imul(id ^ Math.imul(place, 0x85ebca6b), 0x9e3779b1) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}
