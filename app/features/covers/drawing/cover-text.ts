import { infinityPath } from "#app/ui/infinity-path.ts";
import { truncate } from "./fit-title.ts";

export const lineHeight = 1.3;
export const authorAvatarSize = 32;
export const inkOn = { night: "#f6f1ea", paper: "#1d1b22" } as const;

/** The baseline is at y = 0. */
export interface TextOutline {
  shapes: string;
  width: number;
}

export type Outline = (text: string) => TextOutline;

/** Returns the width of a text at font size 1, with a cache. */
export function createMeasure(outline: Outline): (text: string) => number {
  const widths = new Map<string, number>();
  return (text) => {
    const width = widths.get(text) ?? outline(text).width;
    widths.set(text, width);
    return width;
  };
}

/** SVG of a line with its baseline at `y`. */
export const textAt = (
  { shapes }: TextOutline,
  { x, y, size, fill }: { x: number; y: number; size: number; fill: string },
): string => `<g fill="${fill}" transform="translate(${x} ${y}) scale(${size})">${shapes}</g>`;

/** Truncates with 「…」 to `width`, at font size 1. */
export const fitLine = (text: string, width: number, measure: (text: string) => number): string =>
  measure(text) <= width ? text : truncate(text, width, measure);

/** SVG of the logo (60 by 30 pixels) and the name. */
export function logoSvg({ x, y, ink }: { x: number; y: number; ink: string }, outline: Outline): string {
  const mark = `<g transform="translate(${x} ${y}) scale(.5)"><path d="${infinityPath}" fill="none" stroke="${ink}" stroke-width="6" stroke-linejoin="round"/></g>`;
  return mark + textAt(outline("Mugen"), { x: x + 76, y: y + 25, size: 28, fill: ink });
}
