import { integer, primaryKey, table, text } from "../columns.ts";
import { trackReference } from "./tracks.ts";
import { userReference } from "./users.ts";

/**
 * By what way a play came, the only thing that is kept of it (docs/decisions/0119-insights.md): from pages of this site, from a link
 * elsewhere, from a search here or elsewhere, in an embedded player. `feed` is no play: an app or a reader has fetched the audio.
 */
export const listenSources = ["site", "link", "search", "embed", "feed"] as const;

const counter = {
  /** YYYY-MM-DD in Asia/Tokyo. */
  day: text().notNull(),
  source: text({ enum: listenSources }).notNull(),
  value: integer().notNull(),
};

/** How often a track was played on a day, by the way that led to it: sums, without anything about a listener. */
export const trackInsights = table("track_insights", { trackId: trackReference(), ...counter }, (t) => [
  primaryKey({ columns: [t.trackId, t.day, t.source] }),
]);

/** The sums of all of an author's tracks, so that reading a month of them costs the same for one track and for ten thousand. */
export const memberInsights = table("member_insights", { userId: userReference(), ...counter }, (t) => [
  primaryKey({ columns: [t.userId, t.day, t.source] }),
]);
