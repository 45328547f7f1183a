/** The PNG covers that there are; the wide one, for link previews, carries the title. */
export const coverSizes = {
  "192": { width: 192, height: 192 },
  "512": { width: 512, height: 512 },
  "1200x630": { width: 1200, height: 630 },
} as const;

export type CoverSize = keyof typeof coverSizes;

/** All that a cover is drawn from. */
export interface CoverOrder {
  trackId: number;
  size: CoverSize;
  labels: readonly string[];
  title: string;
  posterName: string;
}

/** What a cover of this track is drawn from. */
export function coverOrder(
  track: { id: number; labels: readonly string[]; title: string; posterName: string },
  size: CoverSize,
): CoverOrder {
  const { id: trackId, labels, title, posterName } = track;
  return { trackId, size, labels, title, posterName };
}

/** A piece of text as outlines, in pixels, its first baseline at y = 0. */
export interface TextOutline {
  /** SVG elements. */
  shapes: string;
  width: number;
}
