/** What is counted: plays and impressions of a track, its audio fetched by a podcast app, views of a playlist's page. */
export type CountKind = "play" | "impression" | "download" | "view";

/** By what way a play came, as the page that plays says it. */
export const playSources = ["site", "link", "search", "embed"] as const;
export type PlaySource = (typeof playSources)[number];

/**
 * Time after which the same listener's next play, impression or view of the same track or playlist counts again. Each
 * visit has its own id, so that a day means one impression per session; all sessions of a member share the member's.
 */
export const recountAfterMs: Record<CountKind, number> = {
  play: 30 * 60 * 1000,
  impression: 24 * 60 * 60 * 1000,
  download: 24 * 60 * 60 * 1000,
  view: 24 * 60 * 60 * 1000,
};

/** Playing time after which the player reports a play. */
export const minPlayMs = 3000;

/** Positions of tracks that a device reports at once. */
export const maxHeard = 100;

/** Tracks of a queue that are stored. */
export const maxQueueTracks = 500;

/** What a device reports later than this, in seconds, is dropped: marks of deleted histories live as long. */
export const maxAgeS = 30 * 24 * 60 * 60;

/** A device that plays reports at least this often, in ms. */
export const reportIntervalMs = 30_000;
