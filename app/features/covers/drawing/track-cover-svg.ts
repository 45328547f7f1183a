import { coverSizes, type TrackCoverSpec } from "../cover.ts";
import { coverCurve, coverSize, trackCoverStyle } from "../cover-design.ts";
import { coverColours } from "../cover-palettes.ts";
import {
  authorAvatarSize,
  createMeasure,
  fitLine,
  ink,
  lineHeight,
  logoSvg,
  type Outline,
  textAt,
} from "./cover-text.ts";
import { fitTitle } from "./fit-title.ts";

/** Layout of the wide cover in pixels: edge, column of the text, and the figure beside it. */
const edge = 72;
const column = 590;
const figure = { side: 600, x: 622, y: 15 };
const authorGap = 26;

/** A track's cover as SVG, text as outlines. Same figure as in pages. */
export function trackCoverSvg(spec: TrackCoverSpec, outline: Outline): string {
  const { width, height } = coverSizes[spec.size];
  const { background, line } = coverColours(spec.labels);
  const { path, echo, light } = coverCurve(spec.trackId);
  const glow = `<circle cx="${light.x}" cy="${light.y}" r="${light.radius}" fill="${line}" fill-opacity="${trackCoverStyle.light}"/>`;
  const curves = `<g fill="none" stroke="${line}" stroke-linejoin="round"><path d="${echo}" stroke-width="${trackCoverStyle.echo.width}" stroke-opacity="${trackCoverStyle.echo.opacity}"/><path d="${path}" stroke-width="${trackCoverStyle.curve}"/></g>`;
  const isWide = spec.size === "1200x630";
  const square = isWide
    ? `<g transform="translate(${figure.x} ${figure.y}) scale(${figure.side / coverSize})">${glow}${curves}</g>`
    : `<g transform="scale(${width / coverSize})">${glow}${curves}</g>`;
  const words = isWide ? textOf(spec, line, outline) : "";
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${background}"/>${square}${words}</svg>`;
}

function textOf(spec: TrackCoverSpec, accent: string, outline: Outline): string {
  const measure = createMeasure(outline);
  const { size, lines } = fitTitle(spec.title, column, measure);
  const author = fitLine(spec.posterName, column / authorAvatarSize, measure);
  const titleHeight = lines.length * size * lineHeight;
  const block = titleHeight + (author === "" ? 0 : authorGap + authorAvatarSize);
  // Vertically centred above the logo.
  const top = (coverSizes["1200x630"].height - 84 - block) / 2 + 8;
  const title = lines.map((words, index) =>
    textAt(outline(words), { x: edge, y: top + index * size * lineHeight + size * 1.05, size, fill: ink }),
  );
  const name = textAt(outline(author), {
    x: edge,
    y: top + titleHeight + authorGap + authorAvatarSize * 0.88,
    size: authorAvatarSize,
    fill: accent,
  });
  return title.join("") + (author === "" ? "" : name) + logoSvg({ x: edge, y: 536 }, outline);
}
