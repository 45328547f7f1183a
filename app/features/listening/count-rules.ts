/** What is counted of a track (decisions, "Tracks"), and of a playlist: that its page was opened. */
export type CountKind = "play" | "impression" | "view";

/**
 * How long a listener's next play, impression or view of the same track or playlist does not count. A visit has a name of its own, so that
 * the day makes an impression one a session; a member's sessions all have the member's.
 */
export const pauseMs: Record<CountKind, number> = {
  play: 30 * 60 * 1000,
  impression: 24 * 60 * 60 * 1000,
  view: 24 * 60 * 60 * 1000,
};

/** Playing time after which the player reports a play (spec 1 §9). */
export const playedMs = 3000;
