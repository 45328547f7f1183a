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
