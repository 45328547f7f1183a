import { coverSize } from "./cover-design.ts";
import { coverColours } from "./cover-palettes.ts";

export interface CoverTrack {
  id: number;
  label: string | null;
}

export const maxCoverTracks = 4;

export const playlistCoverStyle = { wave: 2.4, gap: 7 } as const;

interface PlaylistCoverShape {
  background: string;
  waves: { path: string; colour: string }[];
}

/** Handle of the cubic Bézier that approximates half a sine wave from peak to peak, relative to its width. */
const handle = 0.3642;

/**
 * The sine waves of up to four tracks, beyond both edges; without tracks a straight line in the colours of `category`. `width`
 * in units of which the cover is 100 high.
 */
export function playlistCover(options: {
  tracks: readonly CoverTrack[];
  category: string | undefined;
  width?: number;
}): PlaylistCoverShape {
  const { category, width = coverSize } = options;
  const tracks = options.tracks.slice(0, maxCoverTracks);
  const [first] = tracks;
  const { background, line } = coverColours([(first ? first.label : category) ?? ""]);
  const middle = coverSize / 2;
  if (!first) return { background, waves: [{ path: `M-9 ${middle}H${width + 9}`, colour: line }] };
  // All have one wave length, so that they cross at even distances.
  const halfWave = Math.round(32 + hashToUnit(first.id, 1) * 16);
  const waves = tracks.map(({ id, label }, index) => {
    const shift = index / tracks.length + (hashToUnit(id, 2) - 0.5) * 0.09;
    const height = Math.round(20 + hashToUnit(id, 3) * 11);
    return { path: wave({ halfWave, shift, height, width }), colour: coverColours([label ?? ""]).line };
  });
  return { background, waves: waves.reverse() };
}

function wave(o: { halfWave: number; shift: number; height: number; width: number }): string {
  const { halfWave, shift, height, width } = o;
  const start = Math.round((shift - 1) * 2 * halfWave) - halfWave;
  const reach = Math.round(handle * halfWave);
  const peak = (count: number) => coverSize / 2 + (count % 2 === 0 ? -height : height);
  const count = Math.ceil((width + playlistCoverStyle.gap - start) / halfWave);
  const rest = Array.from({ length: count - 1 }, (_, index) => {
    const x = start + (index + 2) * halfWave;
    return `${x - reach} ${peak(index)} ${x} ${peak(index)}`;
  });
  const second = start + halfWave;
  return `M${start} ${peak(0)}C${start + reach} ${peak(0)} ${second - reach} ${peak(1)} ${second} ${peak(1)}S${rest.join(" ")}`;
}

function hashToUnit(id: number, place: number): number {
  let mixed = Math.imul(id ^ Math.imul(place, 0x85ebca6b), 0x9e3779b1) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}
