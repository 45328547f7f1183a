import { type Answer, asRecord } from "#app/lib/ask-server.ts";
import { profilePath } from "../people/profile-path.ts";
import { trackPath } from "../tracks/track-path.ts";
import type { PlayableTrack, QueuePage } from "./playback.ts";

/**
 * The page of tracks in an answer of `/api/tracks` and its kin, or of a playlist's items, whose next one is in `Link`;
 * null when there is none.
 */
export function readQueuePage({
  ok,
  body,
  headers,
}: Pick<Answer, "ok" | "body" | "headers">): QueuePage | null {
  if (!ok || !Array.isArray(body)) return null;
  const tracks = body.map(readTrack).filter((track) => track !== null);
  const next = /<([^>]+)>;\s*rel="next"/.exec(headers.get("Link") ?? "")?.[1] ?? null;
  return { tracks, next };
}

/** A track as the calls show it, or an item that has one; null for what is none. */
function readTrack(value: unknown): PlayableTrack | null {
  const { track = value } = asRecord(value);
  const { id, title, duration, createdBy, posterName, posterCustomUserId, labels, playCount, likeCount } =
    asRecord(track);
  if (typeof id !== "number" || typeof title !== "string" || typeof createdBy !== "string") return null;
  const customUserId = typeof posterCustomUserId === "string" ? posterCustomUserId : null;
  return {
    id,
    title,
    duration: typeof duration === "number" ? duration : 0,
    posterName: typeof posterName === "string" ? posterName : "",
    posterPath: profilePath({ id: createdBy, customUserId }),
    path: trackPath({ id, userId: createdBy, posterCustomUserId: customUserId }),
    labels: Array.isArray(labels) ? labels.filter((label) => typeof label === "string") : [],
    playCount: typeof playCount === "number" ? playCount : 0,
    likeCount: typeof likeCount === "number" ? likeCount : 0,
  };
}
