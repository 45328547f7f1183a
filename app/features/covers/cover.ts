import type { CoverTrack } from "./playlist-cover.ts";

/** Sizes of PNG covers in pixels; the wide one, for link previews, contains text, 300 is for tags of files, 1400 for podcast directories. */
export const coverSizes = {
  "192": { width: 192, height: 192 },
  "300": { width: 300, height: 300 },
  "512": { width: 512, height: 512 },
  "1400": { width: 1400, height: 1400 },
  "1200x630": { width: 1200, height: 630 },
} as const;

export type CoverSize = keyof typeof coverSizes;

/** Everything that a PNG cover is drawn from. */
export type CoverSpec = TrackCoverSpec | PlaylistCoverSpec;

/** What a track's PNG cover is drawn from. */
export interface TrackCoverSpec {
  kind: "track";
  trackId: number;
  size: CoverSize;
  labels: readonly string[];
  title: string;
  posterName: string;
}

/** What the PNG cover of a playlist, or of a member's feed, is drawn from. */
export interface PlaylistCoverSpec {
  kind: "playlist";
  size: CoverSize;
  tracks: readonly CoverTrack[];
  /** Determines the colours when there are no tracks. */
  category: string;
  title: string;
  /** Empty when the title is the owner's name. */
  ownerName: string;
}

/** The specification of a track's cover. */
export function trackCoverSpec(
  track: { id: number; labels: readonly string[]; title: string; posterName: string },
  size: CoverSize,
): TrackCoverSpec {
  const { id: trackId, labels, title, posterName } = track;
  return { kind: "track", trackId, size, labels, title, posterName };
}

/** The specification of a playlist's cover. `tracks`: its first public ones. */
export function playlistCoverSpec(
  playlist: { name: string; category: string; owner: { name: string } },
  tracks: readonly CoverTrack[],
  size: CoverSize,
): PlaylistCoverSpec {
  const { name: title, category, owner } = playlist;
  return { kind: "playlist", size, tracks, category: firstCategory(category), title, ownerName: owner.name };
}

/** The specification of the cover of a member's feed. `tracks`: `listCoverTracksOf`. */
export function personCoverSpec(
  person: { name: string },
  tracks: readonly CoverTrack[],
  size: CoverSize,
): PlaylistCoverSpec {
  return { kind: "playlist", size, tracks, category: "", title: person.name, ownerName: "" };
}

const firstCategory = (category: string) => category.split(",")[0]?.trim() ?? "";
