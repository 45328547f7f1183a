import type { CoverTrack } from "./playlist-cover.ts";

/** In pixels. The wide one, for link previews, contains text; 300 is for tags of files, 1400 for podcast directories. */
export const coverSizes = {
  "192": { width: 192, height: 192 },
  "300": { width: 300, height: 300 },
  "512": { width: 512, height: 512 },
  "1400": { width: 1400, height: 1400 },
  "1200x630": { width: 1200, height: 630 },
} as const;

export type CoverSize = keyof typeof coverSizes;

export type CoverSpec = TrackCoverSpec | PlaylistCoverSpec;

export interface TrackCoverSpec {
  kind: "track";
  trackId: number;
  coverId: number;
  size: CoverSize;
  labels: readonly string[];
  title: string;
  posterName: string;
}

export interface PlaylistCoverSpec {
  kind: "playlist";
  size: CoverSize;
  tracks: readonly CoverTrack[];
  category: string;
  title: string;
  /** Empty when the title is the owner's name. */
  ownerName: string;
}

export const coverVariants = 6;

/** A large prime: variants then differ in kind from each other and from neighbours' covers. */
export const coverVariantStep = 1_000_003;

/** The number that a cover is drawn by. `seed`: the track's `coverSeed`, else its id. */
export const coverIdOf = (seed: number, variant: number): number => seed + variant * coverVariantStep;

const seeds = { min: 2 ** 24, max: 2 ** 30 };

/**
 * The cover of a track that has no id yet, by the task that speaks it (FNV-1a). Above the ids of tracks; with the variants'
 * steps within 32 bits.
 */
export function coverSeedOf(taskId: string): number {
  let hash = 0x811c9dc5;
  for (const letter of taskId) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return seeds.min + ((hash >>> 0) % (seeds.max - seeds.min));
}

/** What a track's cover is drawn from. */
export function trackCoverSpec(
  track: { id: number; coverId: number; labels: readonly string[]; title: string; posterName: string },
  size: CoverSize,
): TrackCoverSpec {
  const { id: trackId, coverId, labels, title, posterName } = track;
  return { kind: "track", trackId, coverId, size, labels, title, posterName };
}

/** What a playlist's cover is drawn from. `tracks`: its first public ones. */
export function playlistCoverSpec(
  playlist: { name: string; category: string; owner: { name: string } },
  tracks: readonly CoverTrack[],
  size: CoverSize,
): PlaylistCoverSpec {
  const { name: title, category, owner } = playlist;
  return { kind: "playlist", size, tracks, category: firstCategory(category), title, ownerName: owner.name };
}

/** What the cover of a member's feed is drawn from. `tracks`: `listCoverTracksOf`. */
export function personCoverSpec(
  person: { name: string },
  tracks: readonly CoverTrack[],
  size: CoverSize,
): PlaylistCoverSpec {
  return { kind: "playlist", size, tracks, category: "", title: person.name, ownerName: "" };
}

const firstCategory = (category: string) => category.split(",")[0]?.trim() ?? "";
