import { dayMs, minuteMs } from "#app/lib/time-units.ts";

/** `download`: a podcast app fetched the audio. `view`: of a playlist's page. */
export type CountKind = "play" | "impression" | "download" | "view";

export const playSources = ["site", "link", "search", "embed"] as const;
export type PlaySource = (typeof playSources)[number];

/**
 * Time after which the same listener counts again for the same track or playlist. Each visit has its own id, so a day means one
 * impression per session; a member's sessions share the member's.
 */
export const recountAfterMs: Record<CountKind, number> = {
  play: 30 * minuteMs,
  impression: dayMs,
  download: dayMs,
  view: dayMs,
};

export const minPlayMs = 3000;

export const maxHeard = 100;

export const maxQueueTracks = 500;

/** Seconds; later reports are dropped. Marks of deleted histories must live as long. */
export const maxAgeS = 30 * 24 * 60 * 60;

export const reportIntervalMs = 30_000;

/** A device that plays and has not reported for so long has fallen silent. */
export const silentAfterMs = 3 * reportIntervalMs;

/** Seconds since a press; on a slow network its report may take long. */
export const maxStartAgeS = 60;
