import type { Track } from "../tracks/track.ts";

/** A podcast: a public playlist or what a member has published. Paths lead on from the installation's origin. */
export interface Feed {
  /** The feed's own address. */
  path: string;
  /** The page that shows the same to people. */
  pagePath: string;
  title: string;
  description: string;
  authorName: string;
  /** A square PNG of 1400 pixels. */
  imagePath: string;
  /** Names of categories; the first that podcast directories have decides. */
  categories: readonly string[];
  /** `serial`: to be heard from its beginning; `episodic`: the newest first. */
  type: "serial" | "episodic";
  /** When it last got something new; null while there is nothing. */
  changedAt: Date | null;
  episodes: readonly Episode[];
}

/** A track in a feed. */
export interface Episode {
  track: Track;
  /** Its place in a playlist. */
  number: number | null;
  description: string;
  /** Of its audio file. */
  bytes: number;
}

/** So many of a member's tracks are in their feed. */
export const mostEpisodes = 300;
