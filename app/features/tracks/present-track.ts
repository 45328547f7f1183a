import type { z } from "zod";
import type { Track, TrackWithScript } from "./track.ts";
import type { trackReply, trackWithScriptReply } from "./tracks.schema.ts";

/** A track as the calls show it (spec 1 §3): seconds, ISO times, `createdBy`. */
export function presentTrack(track: Track): z.infer<typeof trackReply> {
  const { id, title, filename, playCount, likeCount, impressionCount, bookmarkCount, isVisible, labels } =
    track;
  const { posterName, posterPicture, posterCustomUserId } = track;
  return {
    id,
    title,
    filename,
    duration: track.durationMs / 1000,
    playCount,
    likeCount,
    impressionCount,
    bookmarkCount,
    uploadedAt: track.uploadedAt.toISOString(),
    isVisible,
    createdBy: track.userId,
    posterName,
    posterPicture,
    posterCustomUserId,
    labels,
  };
}

export function presentTrackWithScript(track: TrackWithScript): z.infer<typeof trackWithScriptReply> {
  return { ...presentTrack(track), script: track.script };
}
