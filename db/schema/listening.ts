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
 * "Tracks"). Rows outlive their purpose by minutes and are swept.
 */
export const countMarks = table(
  "count_marks",
  {
    /** SHA-256 of who listens: a member's id or a visit's random name. */
    listener: text().notNull(),
    trackId: integer().notNull(),
    kind: text({ enum: ["play", "impression"] }).notNull(),
    countedAt: timestamp().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.listener, t.trackId, t.kind] }),
    index("count_marks_counted_index").on(t.countedAt),
  ],
);
