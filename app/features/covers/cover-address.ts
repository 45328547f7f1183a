import { coverPaletteOf, coverPalettes } from "./cover-palettes.ts";

/** Increase it when thumbnails are drawn differently. */
const drawingVersion = 3;

export interface CoveredTrack {
  id: number;
  coverId?: number | undefined;
  labels: readonly string[];
}

/** A thumbnail's address. It names all that is drawn, so the response never changes. */
export const coverImagePath = (track: CoveredTrack): string =>
  `/covers/${drawingVersion}-${coverPaletteOf(track.labels)}-${track.coverId ?? track.id}.svg`;

const address = new RegExp(`^/covers/${drawingVersion}-(\\d{1,2})-(\\d{1,15})\\.svg$`);

/** What the thumbnail at a path is drawn from; null for other paths. */
export function parseCoverImagePath(pathname: string): { coverId: number; palette: number } | null {
  const [, palette, coverId] = address.exec(pathname) ?? [];
  if (palette === undefined || Number(palette) >= coverPalettes.length) return null;
  return { palette: Number(palette), coverId: Number(coverId) };
}
