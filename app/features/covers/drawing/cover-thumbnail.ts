import { coverDesign, coverShapes, coverSize } from "../cover-design.ts";
import { coloursOnGround } from "../cover-palettes.ts";

/** A track's cover as an SVG without size, for pages. */
export function coverThumbnail({ trackId, palette }: { trackId: number; palette: number }): string {
  const design = coverDesign(trackId, palette);
  const shapes = coverShapes(design, coloursOnGround(palette, design.ground));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${coverSize} ${coverSize}">${shapes}</svg>`;
}
