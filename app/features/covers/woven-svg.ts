import { weave, weaveLook } from "../playlists/weave.ts";
import { coverSize } from "../tracks/cover-curve.ts";
import { coverSizes, type WovenCoverOrder } from "./cover.ts";
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
import { setTitle, type TitleRoom } from "./set-title.ts";

/** Of the wide cover, in pixels: the words stand above, the band runs on from edge to edge below them. */
const edge = 72;
const column = 1056;
const title = { top: 132, middle: 238 };
const owner = 380;
const band = { y: 376, scale: 2.5 };
const room: TitleRoom = {
  larger: [
    { size: 76, lines: 2 },
    { size: 64, lines: 2 },
    { size: 56, lines: 3 },
    { size: 48, lines: 3 },
  ],
  smallest: { size: 38, lines: 4 },
};

/** A woven cover as SVG without a font. Draws the same band as the pages do. */
export function wovenSvg(order: WovenCoverOrder, outline: Outline): string {
  const { tracks, category, size } = order;
  const { width, height } = coverSizes[size];
  const isWide = size === "1200x630";
  const scale = isWide ? band.scale : width / coverSize;
  const { ground, strands } = weave({ tracks, category, width: width / scale });
  const lines = strands.map(
    ({ path, colour }) =>
      `<path d="${path}" stroke="${ground}" stroke-width="${weaveLook.gap}"/><path d="${path}" stroke="${colour}" stroke-width="${weaveLook.strand}"/>`,
  );
  const place = isWide ? `translate(0 ${band.y}) ` : "";
  const woven = `<g fill="none" transform="${place}scale(${scale})">${lines.join("")}</g>`;
  const words = isWide ? wordsOf(order, strands.at(-1)?.colour ?? ink, outline) : "";
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${ground}"/>${woven}${words}</svg>`;
}

function wordsOf(order: WovenCoverOrder, accent: string, outline: Outline): string {
  const measure = measureOf(outline);
  const { size, lines } = setTitle(order.title, column, measure, room);
  const height = lines.length * size * lineHeight;
  const top = Math.max(title.top, title.middle - height / 2);
  const name = lines.map((words, index) =>
    placed(outline(words), { x: edge, y: top + index * size * lineHeight + size * 1.05, size, fill: ink }),
  );
  const by = shortenedTo(order.ownerName, column / posterSize, measure);
  const ownerLine = placed(outline(by), { x: edge, y: owner, size: posterSize, fill: accent });
  return name.join("") + (by === "" ? "" : ownerLine) + houseMark({ x: edge, y: 62 }, outline);
}
