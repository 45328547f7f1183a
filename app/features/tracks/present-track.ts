import type { Track, TrackWithScript } from "./track.ts";

/** A track as the calls show it (spec 1 §3): seconds, ISO times, `createdBy`. */
export function presentTrack(track: Track) {
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

export function presentTrackWithScript(track: TrackWithScript) {
  return { ...presentTrack(track), script: track.script };
}
