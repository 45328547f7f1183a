import { coverCurve, coverSize, trackCoverStyle } from "../cover-design.ts";
import { coverPalettes } from "../cover-palettes.ts";

/** A track's cover as a small SVG: as in large, with a thicker line and without its echo. */
export function coverThumbnail({ trackId, palette }: { trackId: number; palette: number }): string {
  const { background, line } = coverPalettes[palette] ?? coverPalettes[0];
  const { path, light } = coverCurve(trackId);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${coverSize} ${coverSize}" fill="none"><path d="M0 0h${coverSize}v${coverSize}H0z" fill="${background}"/><circle cx="${light.x}" cy="${light.y}" r="${light.radius}" fill="${line}" fill-opacity="${trackCoverStyle.light}"/><path d="${path}" stroke="${line}" stroke-linejoin="round" stroke-width="3"/></svg>`;
}
