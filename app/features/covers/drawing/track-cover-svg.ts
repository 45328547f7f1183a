import { coverSizes, type TrackCoverSpec } from "../cover.ts";
import { coverDesign, coverShapes, coverSize } from "../cover-design.ts";
import { coloursOnGround, coverPaletteOf } from "../cover-palettes.ts";
import {
  authorAvatarSize,
  createMeasure,
  fitLine,
  inkOn,
  lineHeight,
  logoSvg,
  type Outline,
  textAt,
} from "./cover-text.ts";
import { fitTitle } from "./fit-title.ts";

const edge = 72;
const column = 580;
const figure = { side: 630, x: 700 };
const authorGap = 26;

/** The figure fades towards the text: an edge would look cut. */
const fade = `<linearGradient id="ramp"><stop stop-color="#000"/><stop offset=".3" stop-color="#fff"/></linearGradient><mask id="fade"><path d="M0 0h${coverSize}v${coverSize}H0z" fill="url(#ramp)"/></mask>`;

/** A track's cover as SVG, text as outlines. The figure is that of pages. */
export function trackCoverSvg(spec: TrackCoverSpec, outline: Outline): string {
  const { width, height } = coverSizes[spec.size];
  const palette = coverPaletteOf(spec.labels);
  const design = coverDesign(spec.coverId, palette);
  const colours = coloursOnGround(palette, design.ground);
  const shapes = coverShapes(design, colours);
  if (spec.size !== "1200x630")
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${coverSize} ${coverSize}">${shapes}</svg>`;
  const { side, x } = figure;
  const square = `<svg x="${x}" width="${side}" height="${side}" viewBox="0 0 ${coverSize} ${coverSize}">${fade}<g mask="url(#fade)">${shapes}</g></svg>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${colours.background}"/>${square}${textOf(spec, { accent: colours.line, ink: inkOn[design.ground] }, outline)}</svg>`;
}

function textOf(
  spec: TrackCoverSpec,
  { accent, ink }: { accent: string; ink: string },
  outline: Outline,
): string {
  const measure = createMeasure(outline);
  const { size, lines } = fitTitle(spec.title, column, measure);
  const author = fitLine(spec.posterName, column / authorAvatarSize, measure);
  const titleHeight = lines.length * size * lineHeight;
  const block = titleHeight + (author === "" ? 0 : authorGap + authorAvatarSize);
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
  return title.join("") + (author === "" ? "" : name) + logoSvg({ x: edge, y: 536, ink }, outline);
}
