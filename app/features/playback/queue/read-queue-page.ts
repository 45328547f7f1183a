import { profilePath } from "#app/features/accounts/account.ts";
import { asRecord, type JsonResult } from "#app/lib/fetch-json.ts";
import type { PlayableTrack, QueuePage } from "../playback.ts";

/**
 * Reads a page of tracks from a list endpoint's response (`/api/tracks`, a playlist's items) and the next URL from its `Link`
 * header. Skips entries that are no tracks. Null for an error or a body that is no list.
 */
export function readQueuePage({
  ok,
  body,
  headers,
}: Pick<JsonResult, "ok" | "body" | "headers">): QueuePage | null {
  if (!ok || !Array.isArray(body)) return null;
  const tracks = body.map(readTrack).filter((track) => track !== null);
  const next = /<([^>]+)>;\s*rel="next"/.exec(headers.get("Link") ?? "")?.[1] ?? null;
  return { tracks, next };
}

/** A track of the API or of a playlist item; null for anything else. */
export function readTrack(value: unknown): PlayableTrack | null {
  const { track = value } = asRecord(value);
  const { id, coverId, title, duration, createdBy, posterName, posterCustomUserId, labels } = asRecord(track);
  const { playCount, likeCount, impressionCount, audibleDuration = duration } = asRecord(track);
  if (typeof id !== "number" || typeof title !== "string" || typeof createdBy !== "string") return null;
  const customUserId = typeof posterCustomUserId === "string" ? posterCustomUserId : null;
  return {
    id,
    coverId: numberOf(coverId) || id,
    title,
    duration: numberOf(audibleDuration),
    isExcerpt: audibleDuration !== duration,
    posterName: typeof posterName === "string" ? posterName : "",
    posterPath: profilePath({ id: createdBy, customUserId }),
    labels: Array.isArray(labels) ? labels.filter((label) => typeof label === "string") : [],
    playCount: numberOf(playCount),
    likeCount: numberOf(likeCount),
    impressionCount: numberOf(impressionCount),
  };
}

const numberOf = (value: unknown) => Number(value) || 0;
