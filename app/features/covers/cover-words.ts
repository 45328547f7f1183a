import { infinityCurve } from "../shell/infinity-curve.ts";
import type { TextOutline } from "./cover.ts";
import { shortened } from "./set-title.ts";

/** Of words on wide covers: sizes in pixels, the height of a line as a multiple of its size. */
export const lineHeight = 1.3;
export const posterSize = 32;
export const ink = "#f6f1ea";

/** The outlines of a text of one line at size 1. */
export type Outline = (text: string) => TextOutline;

/** Widths of texts at size 1, each worked out once. */
export function measureOf(outline: Outline): (text: string) => number {
  const widths = new Map<string, number>();
  return (text) => {
    const width = widths.get(text) ?? outline(text).width;
    widths.set(text, width);
    return width;
  };
}

/** A text of one line with its baseline at `y`. */
export const placed = (
  { shapes }: TextOutline,
  { x, y, size, fill }: { x: number; y: number; size: number; fill: string },
): string => `<g fill="${fill}" transform="translate(${x} ${y}) scale(${size})">${shapes}</g>`;

/** The text, with 「…」 in the place of what `width` has no room for. */
export const shortenedTo = (text: string, width: number, measure: (text: string) => number): string =>
  measure(text) <= width ? text : shortened(text, width, measure);

/** The ∞ and the name of the house, 60 by 30 pixels and a word. */
export function houseMark({ x, y }: { x: number; y: number }, outline: Outline): string {
  const mark = `<g transform="translate(${x} ${y}) scale(.5)"><path d="${infinityCurve}" fill="none" stroke="${ink}" stroke-width="6" stroke-linejoin="round"/></g>`;
  return mark + placed(outline("Mugen"), { x: x + 76, y: y + 25, size: 28, fill: ink });
}
