import type { MetaDescriptor } from "react-router";
import type { Track } from "#app/features/tracks/track.ts";

/** A podcast: a public playlist, or the tracks of a member. All paths are absolute paths on this site. */
export interface Feed {
  path: string;
  pagePath: string;
  title: string;
  description: string;
  authorName: string;
  /** A PNG of 1400×1400 pixels. */
  imagePath: string;
  /** Category names; the first that maps to a podcast category is used. */
  categories: readonly string[];
  /** `serial`: oldest first; `episodic`: newest first (Apple Podcasts). */
  type: "serial" | "episodic";
  /** Time of the newest content or correction; null without any. */
  changedAt: Date | null;
  /** What a podcast directory gave the owner to show that the feed is theirs; null without it. */
  verification: string | null;
  episodes: readonly Episode[];
  /** Only who has its address knows of it: no directory shall list it. */
  isPrivate?: true;
}

/** What all feeds of the site share. Origins as in `https://mugen.example`. */
export interface FeedSite {
  /** Where the site is reached. */
  origin: string;
  /** Where it was reached first: podcasts and episodes are named by that one for ever. */
  guidOrigin: string;
  /** The operator's address for podcast directories; null without one. */
  ownerEmail: string | null;
}

export interface Episode {
  track: Track;
  /** Position in the playlist; null in a member's feed. */
  number: number | null;
  description: string;
  /** Whether its sound is an uploaded recording; else an engine speaks. */
  isRecording: boolean;
  hasChapters: boolean;
  /** Passages that its author picked. */
  soundbites: readonly { startMs: number; endMs: number; title: string }[];
  /** When its sound was last corrected; null for never. */
  correctedAt: Date | null;
  /** Size of the audio file with its tag (`findTaggedAudio`): of a premium-only track the excerpt's. */
  bytes: number;
  /** The same in high quality; null where there is none, or feeds have none (`FEED_QUALITY`). */
  highBytes: number | null;
  /** In a feed of a day: what it is called there, when it was published there, and why it is there. */
  broadcast?: { guidPath: string; publishedAt: Date; reason: string };
}

export const feedAudioPath = (trackId: number, o: { isHigh?: boolean } = {}): string =>
  `/audio/${trackId}.mp3${o.isHigh ? "?quality=high" : ""}`;

/**
 * By how much the files for podcast apps are longer than the stored ones, for their tags. Always the same, so that a feed knows the
 * length of 300 files without making their tags, and positions in a file stay when its title changes.
 */
export const feedTagBytes = 32 * 1024;

export const maxEpisodes = 300;

/** Maximum length of a directory's verification text, in characters. Apple's has 5, Spotify's 8; others are hashes. */
export const maxVerificationLength = 200;

export const playlistFeedPath = (playlist: { id: number }): string => `/playlists/${playlist.id}/feed.xml`;

/** Path of a member's feed, by id: `customUserId` may change. */
export const personFeedPath = (person: { id: string }): string => `/users/${person.id}/feed.xml`;

/** `<link rel="alternate">` to a page's feed. `address` is absolute. */
export const feedLink = ({ title, address }: { title: string; address: string }): MetaDescriptor => ({
  tagName: "link",
  rel: "alternate",
  type: "application/rss+xml",
  title,
  href: address,
});
