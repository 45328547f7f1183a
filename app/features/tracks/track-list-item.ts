import { profilePath } from "#app/features/accounts/account.ts";
import { formatDate } from "#app/lib/format-date.ts";
import { accessibleMs, type TrackViewer } from "./excerpt.ts";
import type { Takedown } from "./moderation/moderation.ts";
import type { Track } from "./track.ts";

/** A track in lists, formatted on the server. A page's data repeats twenty, so what holds for few is optional. */
export interface TrackListItem {
  id: number;
  /** If not the id (`coverIdOf`). */
  coverId?: number;
  title: string;
  /** Seconds that the viewer hears. */
  duration: number;
  /** If not `pageOfTrack`. */
  path?: string;
  posterPath: string;
  posterName: string;
  playCount: number;
  likeCount: number;
  impressionCount: number;
  /** Only its author sees it. */
  isHidden?: true;
  isPremiumOnly?: true;
  /** The viewer hears only the excerpt; `duration` is its length. */
  isExcerpt?: true;
  labels: string[];
  date: string;
  /** In one of the viewer's playlists; absent if unknown. */
  isBookmarked?: boolean;
  /** Seconds at which the viewer left it; absent near the beginning and the end. */
  heard?: number;
  isHeard?: true;
  /** In a list of what was half heard: seconds to play from. */
  from?: number;
  /** Instead of the length, such as 「のこり 0:48」. */
  note?: string;
  lastListen?: LastListen;
  match?: SearchMatch;
  /** In one's own list, if taken down. */
  takedown?: Takedown;
  playlistItem?: PlaylistPosition;
}

interface PlaylistPosition {
  itemId: number;
  /** From 1; hidden tracks leave gaps. */
  order: number;
}

interface LastListen {
  /** 「今日」「昨日」「2026年11月19日(木)」, in Asia/Tokyo. */
  day: string;
  time: string;
  /** Seconds to resume from; 0 for the beginning. */
  position: number;
}

export interface TextPart {
  text: string;
  isMatch: boolean;
}

export interface SearchMatch {
  title: readonly TextPart[];
  /** The text around the match, and when it is said (s); null without a match in the script. */
  turn: { speaker: "A" | "B"; excerpt: readonly TextPart[]; from: number } | null;
}

/** Formats a track for the viewer's lists. */
export function toTrackListItem(track: Track, viewer: TrackViewer): TrackListItem {
  const { id, title, posterName, playCount, likeCount, impressionCount, labels } = track;
  const hearsMs = accessibleMs(viewer, track);
  const duration = hearsMs / 1000;
  const date = formatDate(track.uploadedAt);
  const posterPath = profilePath({ id: track.userId, customUserId: track.posterCustomUserId });
  return {
    id,
    title,
    duration,
    posterPath,
    posterName,
    playCount,
    likeCount,
    impressionCount,
    labels,
    date,
    ...(track.coverId !== id && { coverId: track.coverId }),
    ...(!track.isVisible && { isHidden: true }),
    ...(track.isPremiumOnly && { isPremiumOnly: true }),
    ...(hearsMs < track.durationMs && { isExcerpt: true }),
  };
}

export interface TrackListPage {
  tracks: readonly TrackListItem[];
  next: string | null;
}
