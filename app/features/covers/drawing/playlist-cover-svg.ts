import { coverSizes, type PlaylistCoverSpec } from "../cover.ts";
import { coverSize } from "../cover-design.ts";
import { playlistCover, playlistCoverStyle } from "../playlist-cover.ts";
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
import { fitTitle, type TitleSizes } from "./fit-title.ts";

const edge = 72;
const column = 1056;
const title = { top: 132, middle: 238 };
const owner = 380;
const ink = inkOn.night;
const band = { y: 376, scale: 2.5 };
const room: TitleSizes = {
  larger: [
    { size: 76, lines: 2 },
    { size: 64, lines: 2 },
    { size: 56, lines: 3 },
    { size: 48, lines: 3 },
  ],
  smallest: { size: 38, lines: 4 },
};

/** A playlist cover as SVG, text as outlines. The waves are those of pages. */
export function playlistCoverSvg(spec: PlaylistCoverSpec, outline: Outline): string {
  const { tracks, category, size } = spec;
  const { width, height } = coverSizes[size];
  const isWide = size === "1200x630";
  const scale = isWide ? band.scale : width / coverSize;
  const { background, waves } = playlistCover({ tracks, category, width: width / scale });
  const lines = waves.map(
    ({ path, colour }) =>
      `<path d="${path}" stroke="${background}" stroke-width="${playlistCoverStyle.gap}"/><path d="${path}" stroke="${colour}" stroke-width="${playlistCoverStyle.wave}"/>`,
  );
  const place = isWide ? `translate(0 ${band.y}) ` : "";
  const drawing = `<g fill="none" transform="${place}scale(${scale})">${lines.join("")}</g>`;
  const words = isWide ? textOf(spec, waves.at(-1)?.colour ?? ink, outline) : "";
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${background}"/>${drawing}${words}</svg>`;
}

function textOf(spec: PlaylistCoverSpec, accent: string, outline: Outline): string {
  const measure = createMeasure(outline);
  const { size, lines } = fitTitle(spec.title, column, measure, room);
  const height = lines.length * size * lineHeight;
  const top = Math.max(title.top, title.middle - height / 2);
  const name = lines.map((words, index) =>
    textAt(outline(words), { x: edge, y: top + index * size * lineHeight + size * 1.05, size, fill: ink }),
  );
  const by = fitLine(spec.ownerName, column / authorAvatarSize, measure);
  const ownerLine = textAt(outline(by), { x: edge, y: owner, size: authorAvatarSize, fill: accent });
  return name.join("") + (by === "" ? "" : ownerLine) + logoSvg({ x: edge, y: 62, ink }, outline);
}
