import { profilePath } from "#app/features/accounts/account.ts";
import { formatDate } from "#app/lib/format-date.ts";
import { accessibleMs, type TrackViewer } from "./excerpt.ts";
import type { Takedown } from "./moderation/moderation.ts";
import type { Track } from "./track.ts";

/**
 * A track as screens show it in a list; everything is formatted on the server. A page has twenty, in its data once more: what
 * holds for few tracks is absent from the others.
 */
export interface TrackListItem {
  id: number;
  title: string;
  /** Seconds that the viewer hears. */
  duration: number;
  /** The track's page, where it is another than `pageOfTrack` says. */
  path?: string;
  posterPath: string;
  posterName: string;
  playCount: number;
  likeCount: number;
  impressionCount: number;
  /** Only its author sees it. */
  isHidden?: true;
  isPremiumOnly?: true;
  /** The viewer hears only its excerpt, which `duration` then is the length of. */
  isExcerpt?: true;
  labels: string[];
  /** 「2026年11月21日」. */
  date: string;
  /** Whether it is in one of the viewer's playlists; absent for visitors and where the loader did not look it up. */
  isBookmarked?: boolean;
  /** Seconds at which the viewer has left it half heard; absent where that was hardly begun, or the end. */
  heard?: number;
  /** The viewer has heard it to the end once. */
  isHeard?: true;
  /** In a list of what was half heard: seconds to play from. */
  from?: number;
  /** Said instead of its length, such as 「のこり 0:48」. */
  note?: string;
  /** In a listening history. */
  lastListen?: LastListen;
  /** In the results of a search. */
  match?: SearchMatch;
  /** In the list of one's own tracks, of one that the operator has taken down. */
  takedown?: Takedown;
  /** In a playlist. */
  playlistItem?: PlaylistPosition;
}

interface PlaylistPosition {
  itemId: number;
  /** From 1; tracks that the viewer may not see leave gaps. */
  order: number;
}

/** When a member last listened to a track, and how far. */
interface LastListen {
  /** 「今日」「昨日」「2026年11月19日(木)」, in Asia/Tokyo. */
  day: string;
  /** 「14:05」. */
  time: string;
  /** Seconds to resume from; 0 for the beginning. */
  position: number;
}

/** A part of a text; `isMatch` where it matches the search query. */
export interface TextPart {
  text: string;
  isMatch: boolean;
}

/** What of a track matches a search query. */
export interface SearchMatch {
  title: readonly TextPart[];
  /** The speaker, the text around the match, and when it is said (s); null when the script has no match. */
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
    ...(!track.isVisible && { isHidden: true }),
    ...(track.isPremiumOnly && { isPremiumOnly: true }),
    ...(hearsMs < track.durationMs && { isExcerpt: true }),
  };
}

/** One page of a list of tracks, or its loaded pages together. */
export interface TrackListPage {
  tracks: readonly TrackListItem[];
  /** Cursor of the next page, null on the last. */
  next: string | null;
}
