/** Positions of tracks that a device reports at once. */
export const maxHeard = 100;

/** Tracks of a queue that are stored. */
export const maxQueueTracks = 500;

/** What a device reports later than this, in seconds, is dropped: marks of deleted histories live as long. */
export const maxAgeS = 30 * 24 * 60 * 60;

/** A device that plays reports at least this often, in ms. */
export const reportIntervalMs = 30_000;
