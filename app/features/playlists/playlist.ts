import type { Track } from "../tracks/track.ts";

/** A playlist as lists show it (spec 2 §3). */
export interface Playlist {
  id: number;
  userId: string;
  name: string;
  /** Category names, comma-separated. */
  category: string;
  description: string | null;
  isPublic: boolean;
  /** Null while private. */
  publicSlug: string | null;
  impressionCount: number;
  followerCount: number;
  /** Tracks in it that the viewer may hear. */
  itemCount: number;
  createdAt: Date;
}

/** Whose playlist it is, as everybody may see them. */
export interface PlaylistOwner {
  id: string;
  name: string;
  picture: string | null;
  customUserId: string | null;
}

/** A playlist as its own page shows it. */
export interface OwnedPlaylist extends Playlist {
  owner: PlaylistOwner;
}

/** A track's place in a playlist. */
export interface PlaylistItem {
  id: number;
  /** Its place, from 1. What is hidden from the viewer keeps its place and leaves a gap. */
  order: number;
  track: Track;
}

/** So many tracks fit into one playlist. */
export const longestPlaylist = 1000;

/** Tracks on one page of a playlist. */
export const playlistPageSize = 50;
