import type { z } from "zod";
import { untilUndone } from "#app/features/tracks/moderation/moderation.ts";
import { formatCount } from "#app/lib/format-count.ts";
import { formatDate, formatDateTime } from "#app/lib/format-date.ts";
import type { adminFilesReply } from "./admin-tracks.schema.ts";
import type { AdminTrack } from "./admin-tracks.ts";

/** Everything is formatted on the server. */
export type AdminTrackItem = ReturnType<typeof toAdminTrackItem>;

const none = "–";
const count = (value: number) => (value === 0 ? none : formatCount(value));

export function toAdminTrackItem(track: AdminTrack) {
  const { playCount, impressionCount, likeCount, bookmarkCount, bytes, posterName, posterId } = track;
  return {
    id: track.id,
    title: track.title,
    location: track.location,
    exists: track.exists,
    defect: track.defect,
    isVisible: track.isVisible,
    isWithheld: track.isWithheld,
    takedownReason: track.takedownReason,
    isPremiumOnly: track.isPremiumOnly,
    posterId,
    pictureExists: track.pictureExists,
    size: bytes === null ? none : `${(bytes / 1_000_000).toFixed(1)}MB`,
    counts: {
      plays: count(playCount),
      impressions: count(impressionCount),
      likes: count(likeCount),
      bookmarks: count(bookmarkCount),
    },
    author: posterName || posterId || "システム",
    uploadedAt: formatDateTime(track.uploadedAt),
    featured: describeFeatured(track),
    wait: describeWait(track.waitsUntil),
    reviewedAt: track.reviewedAt && formatDateTime(track.reviewedAt),
  };
}

function describeFeatured({ featuredFrom, featuredUntil }: AdminTrack): string | null {
  if (!featuredFrom || !featuredUntil || featuredUntil <= new Date()) return null;
  return featuredUntil >= untilUndone ? "取り消すまで" : formatDate(featuredFrom);
}

function describeWait(until: AdminTrack["waitsUntil"]): string | null {
  if (until === null) return null;
  return until === "review"
    ? "公開から1日のうちに報告があったか、運営が保留にしたため、確認済みにするまで、会員でない方の一覧に出ません。"
    : `報告がなければ、${formatDateTime(until)}から、会員でない方の一覧に出ます。`;
}

export function presentAdminTrack(track: AdminTrack): z.input<typeof adminFilesReply>[number] {
  const {
    bytes,
    durationMs,
    posterId,
    pictureExists,
    uploadedAt,
    defect: _,
    takedownReason: __,
    waitsUntil: ___,
    reviewedAt: ____,
    featuredFrom: _____,
    featuredUntil: ______,
    ...rest
  } = track;
  const at = uploadedAt.toISOString();
  return {
    ...rest,
    trackId: rest.id,
    size: bytes,
    duration: durationMs / 1000,
    createdBy: posterId,
    profileImageExists: pictureExists,
    uploadedAt: at,
    createdAt: at,
  };
}
