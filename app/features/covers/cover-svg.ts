import { coverColours } from "../tracks/cover-colours.ts";
import { coverCurve, coverLook, coverSize } from "../tracks/cover-curve.ts";
import { coverSizes, type TrackCoverOrder } from "./cover.ts";
import {
  houseMark,
  ink,
  lineHeight,
  measureOf,
  type Outline,
  placed,
  posterSize,
  shortenedTo,
} from "./cover-words.ts";
import { setTitle } from "./set-title.ts";

/** Of the wide cover, in pixels: its edges, the column of the text and the figure beside it. */
const edge = 72;
const column = 590;
const figure = { side: 600, x: 622, y: 15 };
const posterGap = 26;

/** A cover as SVG without a font: texts are outlines. Draws the same figure as the pages do. */
export function coverSvg(order: TrackCoverOrder, outline: Outline): string {
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

function wordsOf(order: TrackCoverOrder, accent: string, outline: Outline): string {
  const measure = measureOf(outline);
  const { size, lines } = setTitle(order.title, column, measure);
  const poster = shortenedTo(order.posterName, column / posterSize, measure);
  const titleHeight = lines.length * size * lineHeight;
  const block = titleHeight + (poster === "" ? 0 : posterGap + posterSize);
  // In the middle of what the mark at the foot leaves.
  const top = (coverSizes["1200x630"].height - 84 - block) / 2 + 8;
  const title = lines.map((words, index) =>
    placed(outline(words), { x: edge, y: top + index * size * lineHeight + size * 1.05, size, fill: ink }),
  );
  const name = placed(outline(poster), {
    x: edge,
    y: top + titleHeight + posterGap + posterSize * 0.88,
    size: posterSize,
    fill: accent,
  });
  return title.join("") + (poster === "" ? "" : name) + houseMark({ x: edge, y: 536 }, outline);
}
