import { coverPaletteOf, coverPalettes } from "./cover-palettes.ts";

/** Increase it when thumbnails are drawn differently. */
const drawingVersion = 2;

/** The address of a track's thumbnail. It names all that is drawn, so that responses never change. */
export const coverImagePath = (track: { id: number; labels: readonly string[] }): string =>
  `/covers/${drawingVersion}-${coverPaletteOf(track.labels)}-${track.id}.svg`;

const address = new RegExp(`^/covers/${drawingVersion}-(\\d{1,2})-(\\d{1,15})\\.svg$`);

/** What the thumbnail at a path is drawn from; null for other paths. */
export function parseCoverImagePath(pathname: string): { trackId: number; palette: number } | null {
  const [, palette, trackId] = address.exec(pathname) ?? [];
  if (palette === undefined || Number(palette) >= coverPalettes.length) return null;
  return { palette: Number(palette), trackId: Number(trackId) };
}
