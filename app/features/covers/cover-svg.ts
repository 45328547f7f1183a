import { infinityCurve } from "../shell/infinity-curve.ts";
import { coverColours } from "../tracks/cover-colours.ts";
import { coverCurve, coverLook, coverSize } from "../tracks/cover-curve.ts";
import { type CoverOrder, coverSizes, type TextOutline } from "./cover.ts";
import { setTitle, shortened } from "./set-title.ts";

/** Of the wide cover, in pixels: its edges, the column of the text and the figure beside it. */
const edge = 72;
const column = 590;
const figure = { side: 600, x: 622, y: 15 };
const lineHeight = 1.3;
const posterSize = 32;
const posterGap = 26;
const ink = "#f6f1ea";

/** The outlines of a text of one line at size 1. */
type Outline = (text: string) => TextOutline;

/** A cover as SVG without a font: texts are outlines. Draws the same figure as the pages do. */
export function coverSvg(order: CoverOrder, outline: Outline): string {
  const { width, height } = coverSizes[order.size];
  const { ground, line } = coverColours(order.labels);
  const { path, echo, light } = coverCurve(order.trackId);
  const glow = `<circle cx="${light.x}" cy="${light.y}" r="${light.radius}" fill="${line}" fill-opacity="${coverLook.light}"/>`;
  const curves = `<g fill="none" stroke="${line}" stroke-linejoin="round"><path d="${echo}" stroke-width="${coverLook.echo.width}" stroke-opacity="${coverLook.echo.opacity}"/><path d="${path}" stroke-width="${coverLook.curve}"/></g>`;
  const isWide = order.size === "1200x630";
  const square = isWide
    ? `<g transform="translate(${figure.x} ${figure.y}) scale(${figure.side / coverSize})">${glow}${curves}</g>`
    : `<g transform="scale(${width / coverSize})">${glow}${curves}</g>`;
  const words = isWide ? wordsOf(order, line, outline) : "";
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${ground}"/>${square}${words}</svg>`;
}

function wordsOf(order: CoverOrder, accent: string, outline: Outline): string {
  const widths = new Map<string, number>();
  const measure = (text: string) => {
    const width = widths.get(text) ?? outline(text).width;
    widths.set(text, width);
    return width;
  };
  const { size, lines } = setTitle(order.title, column, measure);
  const poster = fitting(order.posterName, column / posterSize, measure);
  const titleHeight = lines.length * size * lineHeight;
  const block = titleHeight + (poster === "" ? 0 : posterGap + posterSize);
  // In the middle of what the mark at the foot leaves.
  const top = (coverSizes["1200x630"].height - 84 - block) / 2 + 8;
  const text = (words: string, at: { y: number; size: number; fill: string }) =>
    `<g fill="${at.fill}" transform="translate(${edge} ${at.y}) scale(${at.size})">${outline(words).shapes}</g>`;
  const title = lines.map((words, index) =>
    text(words, { y: top + index * size * lineHeight + size * 1.05, size, fill: ink }),
  );
  const name = text(poster, {
    y: top + titleHeight + posterGap + posterSize * 0.88,
    size: posterSize,
    fill: accent,
  });
  const mark = `<g transform="translate(${edge} 536) scale(.5)"><path d="${infinityCurve}" fill="none" stroke="${ink}" stroke-width="6" stroke-linejoin="round"/></g>`;
  const house = `<g fill="${ink}" transform="translate(${edge + 76} 561) scale(28)">${outline("Mugen").shapes}</g>`;
  return title.join("") + (poster === "" ? "" : name) + mark + house;
}

const fitting = (text: string, width: number, measure: (text: string) => number) =>
  measure(text) <= width ? text : shortened(text, width, measure);
