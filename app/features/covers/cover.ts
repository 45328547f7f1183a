import type { WovenTrack } from "../playlists/weave.ts";

/** The PNG covers that there are, in pixels; the wide one, for link previews, carries words, 1400 is for podcasts. */
export const coverSizes = {
  "192": { width: 192, height: 192 },
  "512": { width: 512, height: 512 },
  "1400": { width: 1400, height: 1400 },
  "1200x630": { width: 1200, height: 630 },
} as const;

export type CoverSize = keyof typeof coverSizes;

/** All that a cover is drawn from. */
export type CoverOrder = TrackCoverOrder | WovenCoverOrder;

export interface TrackCoverOrder {
  kind: "track";
  trackId: number;
  size: CoverSize;
  labels: readonly string[];
  title: string;
  posterName: string;
}

/** A cover woven of tracks: a playlist's, or that of a member's feed. */
export interface WovenCoverOrder {
  kind: "woven";
  size: CoverSize;
  tracks: readonly WovenTrack[];
  /** Gives the colours where there are no tracks. */
  category: string;
  title: string;
  /** Whose it is; empty where the title says so. */
  ownerName: string;
}

/** What a cover of this track is drawn from. */
export function coverOrder(
  track: { id: number; labels: readonly string[]; title: string; posterName: string },
  size: CoverSize,
): TrackCoverOrder {
  const { id: trackId, labels, title, posterName } = track;
  return { kind: "track", trackId, size, labels, title, posterName };
}

/** What a cover of this playlist is drawn from. `tracks`: `listWovenTracks`. */
export function playlistCoverOrder(
  playlist: { name: string; category: string; owner: { name: string } },
  tracks: readonly WovenTrack[],
  size: CoverSize,
): WovenCoverOrder {
  const { name: title, category, owner } = playlist;
  return { kind: "woven", size, tracks, category: firstOf(category), title, ownerName: owner.name };
}

/** What the cover of a member's feed is drawn from. `tracks`: `listFirstTracksOf`. */
export function personCoverOrder(
  person: { name: string },
  tracks: readonly WovenTrack[],
  size: CoverSize,
): WovenCoverOrder {
  return { kind: "woven", size, tracks, category: "", title: person.name, ownerName: "" };
}

const firstOf = (category: string) => category.split(",")[0]?.trim() ?? "";

/** A piece of text as outlines, in pixels, its first baseline at y = 0. */
export interface TextOutline {
  /** SVG elements. */
  shapes: string;
  width: number;
}
