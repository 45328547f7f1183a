import type { MetaDescriptor } from "react-router";
import type { Track } from "#app/features/tracks/track.ts";

export interface Feed {
  path: string;
  pagePath: string;
  title: string;
  description: string;
  authorName: string;
  imagePath: string;
  categories: readonly string[];
  /** `serial`: oldest first; `episodic`: newest first (Apple Podcasts). */
  type: "serial" | "episodic";
  changedAt: Date | null;
  /** Proves to a podcast directory that the feed is the owner's. */
  verification: string | null;
  episodes: readonly Episode[];
  /** No directory shall list a feed that only its address reveals. */
  isPrivate?: true;
}

/** Origins as in `https://mugen.example`. */
export interface FeedSite {
  origin: string;
  /** The first origin ever: podcasts and episodes keep its names. */
  guidOrigin: string;
  ownerEmail: string | null;
}

export interface Episode {
  track: Track;
  number: number | null;
  description: string;
  isRecording: boolean;
  hasChapters: boolean;
  soundbites: readonly { startMs: number; endMs: number; title: string }[];
  /** Last correction of the sound, and last change of anything; null for never. */
  correctedAt: Date | null;
  changedAt: Date | null;
  /** When the files say that AI made them, before anything else; null: they don't. All other times are of the track. */
  notice: { startMs: number; endMs: number } | null;
  /** Size of the tagged file (`findTaggedAudio`); for a premium-only track of the excerpt. */
  bytes: number;
  /** In high quality; null if there is none or feeds have none (`FEED_QUALITY`). */
  highBytes: number | null;
  /** In a feed of a day: its name, time and reason there. */
  broadcast?: { guidPath: string; publishedAt: Date; reason: string };
}

export const feedAudioPath = (trackId: number, o: { isHigh?: boolean } = {}): string =>
  `/audio/${trackId}.mp3${o.isHigh ? "?quality=high" : ""}`;

/** Asks a transcript or chapters for the times in the files of feeds, which may begin with a spoken notice. */
export const feedTimesQuery = "times=feed";

/**
 * How much longer files for podcast apps are, because of their tags. Fixed, so that a feed knows 300 lengths without making
 * tags, and positions in a file survive a new title.
 */
export const feedTagBytes = 32 * 1024;

export const maxEpisodes = 300;

/** Apple's has 5 characters, Spotify's 8; others are hashes. */
export const maxVerificationLength = 200;

export const playlistFeedPath = (playlist: { id: number }): string => `/playlists/${playlist.id}/feed.xml`;

/** By id, because `customUserId` may change. */
export const personFeedPath = (person: { id: string }): string => `/users/${person.id}/feed.xml`;

/** `<link rel="alternate">` to a feed's absolute address. */
export const feedLink = ({ title, address }: { title: string; address: string }): MetaDescriptor => ({
  tagName: "link",
  rel: "alternate",
  type: "application/rss+xml",
  title,
  href: address,
});
