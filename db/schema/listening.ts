import { index, integer, primaryKey, table, text, timestamp } from "../columns.ts";
import { trackReference } from "./tracks.ts";
import { userReference } from "./users.ts";

/** Listening history of members: one row per track, for the last time. */
export const listeningHistory = table(
  "listening_history",
  {
    userId: userReference(),
    trackId: trackReference(),
    listenedAt: timestamp().notNull(),
    /** Last position; the track's length when it was played to the end. */
    positionMs: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.trackId] }),
    index("listening_history_newest_index").on(t.userId, t.listenedAt, t.trackId),
    index("listening_history_track_index").on(t.trackId),
  ],
);

/**
 * When a listener's play or impression of a track was counted, so that it is not counted again too soon (a play: once in 30
 * minutes); and until when a member's history was deleted, so that events still queued in a process's memory do not restore
 * it. Rows are deleted after a day (docs/decisions/0010-counting.md).
 */
export const playReceipts = table(
  "play_receipts",
  {
    /** SHA-256 of the listener: a member's id, a visit's random id, or address and user agent. */
    listener: text().notNull(),
    /** 0 for a deleted history; for a `view` the playlist's id. */
    trackId: integer().notNull(),
    kind: text({ enum: ["play", "impression", "view", "forgotten"] }).notNull(),
    countedAt: timestamp().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.listener, t.trackId, t.kind] }),
    index("play_receipts_counted_index").on(t.countedAt),
  ],
);
