/** What is counted of a track (decisions, "Tracks"). */
export type CountKind = "play" | "impression";

/**
 * How long a listener's next play or impression of the same track does not count. A visit has a name of its own, so that
 * the day makes an impression one a session; a member's sessions all have the member's.
 */
export const pauseMs: Record<CountKind, number> = {
  play: 30 * 60 * 1000,
  impression: 24 * 60 * 60 * 1000,
};

/** Playing time after which the player reports a play (spec 1 §9). */
export const playedMs = 3000;
