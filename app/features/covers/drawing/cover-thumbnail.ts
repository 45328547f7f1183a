import { coverDesign, coverShapes, coverSize } from "../cover-design.ts";
import { coloursOnGround } from "../cover-palettes.ts";

/** A track's cover as an SVG without a size. */
export function coverThumbnail({ coverId, palette }: { coverId: number; palette: number }): string {
  const design = coverDesign(coverId, palette);
  const shapes = coverShapes(design, coloursOnGround(palette, design.ground));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${coverSize} ${coverSize}">${shapes}</svg>`;
}
