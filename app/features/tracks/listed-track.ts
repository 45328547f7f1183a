import { formatDate } from "#app/lib/format-date.ts";
import { profilePath } from "../people/profile-path.ts";
import type { Piece } from "../search/mark-matches.ts";
import type { Track } from "./track.ts";
import { trackPath } from "./track-path.ts";

/** A track as screens show it in a list, ready to be read and played. */
export interface ListedTrack {
  id: number;
  title: string;
  /** Seconds. */
  duration: number;
  /** The track's page. */
  path: string;
  posterPath: string;
  posterName: string;
  posterPicture: string | null;
  playCount: number;
  likeCount: number;
  isVisible: boolean;
  labels: string[];
  /** 「2026年11月21日」, formatted on the server so that every browser shows the same. */
  date: string;
  /** Whether it is in a playlist of the member's; absent for visitors and where no loader spoke of it. */
  isBookmarked?: boolean;
  /** In a listening history. */
  heard?: HeardTrack;
  /** In the results of a search. */
  found?: FoundIn;
  /** In a playlist. */
  listed?: ListedIn;
}

/** A track's place in a playlist. */
export interface ListedIn {
  itemId: number;
  /** From 1; what the viewer may not hear leaves a gap. */
  order: number;
}

/** When a member last listened to a track, and how far; in words of the server's, as `date` is. */
export interface HeardTrack {
  /** 「今日」「昨日」「2026年11月19日(木)」, in Asia/Tokyo. */
  day: string;
  /** 「14:05」. */
  time: string;
  /** Seconds to go on from; 0 for the beginning. */
  position: number;
}

/** What of a track somebody searched for. */
export interface FoundIn {
  title: readonly Piece[];
  /** Who says it, and the words around it; null when it is not in the script. */
  said: { speaker: "A" | "B"; excerpt: readonly Piece[] } | null;
}

/** Takes from a track what lists show. */
export function listedTrack(track: Track): ListedTrack {
  const { id, title, posterName, posterPicture, playCount, likeCount, isVisible, labels } = track;
  const duration = track.durationMs / 1000;
  const date = formatDate(track.uploadedAt);
  const path = trackPath(track);
  const posterPath = profilePath({ id: track.userId, customUserId: track.posterCustomUserId });
  return {
    id,
    title,
    duration,
    path,
    posterPath,
    posterName,
    posterPicture,
    playCount,
    likeCount,
    isVisible,
    labels,
    date,
  };
}
