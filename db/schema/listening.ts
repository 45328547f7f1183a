import { index, integer, primaryKey, table, text, timestamp } from "../columns.ts";
import { tracks } from "./tracks.ts";
import { users } from "./users.ts";

/** What a member has listened to: one row a track, of the last time. */
export const listeningHistory = table(
  "listening_history",
  {
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    trackId: integer()
      .notNull()
      .references(() => tracks.id, { onDelete: "cascade" }),
    listenedAt: timestamp().notNull(),
    /** How far they came; the whole length when they heard it out. */
    positionMs: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.trackId] }),
    index("listening_history_newest_index").on(t.userId, t.listenedAt, t.trackId),
    index("listening_history_track_index").on(t.trackId),
  ],
);

/**
 * That a listener's play or impression of a track was counted, so that it is not counted again too soon (decisions,
 * "Tracks"); and until when a member's history was forgotten, so that what waits in some process's memory does not
 * bring it back. Rows are swept after a day (docs/decisions/0010-counting.md).
 */
export const countMarks = table(
  "count_marks",
  {
    /** SHA-256 of who listens: a member's id, a visit's random name, or address and user agent. */
    listener: text().notNull(),
    /** 0 of a whole history that was forgotten; of a `view` the playlist's id. */
    trackId: integer().notNull(),
    kind: text({ enum: ["play", "impression", "view", "forgotten"] }).notNull(),
    countedAt: timestamp().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.listener, t.trackId, t.kind] }),
    index("count_marks_counted_index").on(t.countedAt),
  ],
);
