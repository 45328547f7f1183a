import { boolean, index, integer, json, primaryKey, real, table, text, timestamp } from "../columns.ts";
import { trackReference } from "./tracks.ts";
import { userReference, users } from "./users.ts";

/** Listening history of members: one row per track, for the last time. */
export const listeningHistory = table(
  "listening_history",
  {
    userId: userReference(),
    trackId: trackReference(),
    listenedAt: timestamp().notNull(),
    /** Last position; the track's length when it was played to the end. */
    positionMs: integer().notNull().default(0),
    /** It was heard to its end once: another listening does not take that back. */
    isHeard: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.trackId] }),
    index("listening_history_newest_index").on(t.userId, t.listenedAt, t.trackId),
    // With all that the curve of where listeners left reads of the newest ones.
    index("listening_history_track_newest_index").on(t.trackId, t.listenedAt, t.positionMs, t.userId),
  ],
);

/** A play queue as it is stored: its tracks by id. */
interface StoredQueue {
  name: string;
  path: string;
  isPlaylist: boolean;
  /** The listener has changed the order. */
  isArranged?: boolean | undefined;
  /** The API URL of the next page. */
  next: string | null;
  trackIds: number[];
}

/** What a member plays or played last: one row per member, of the device that plays (docs/decisions/0098-continue-anywhere.md). */
export const playbacks = table(
  "playbacks",
  {
    userId: text()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Random id of a visit, by which the device that plays is told from others. */
    deviceId: text().notNull(),
    isPlaying: boolean().notNull(),
    trackId: trackReference(),
    positionMs: integer().notNull(),
    rate: real().notNull(),
    queue: json<StoredQueue>().notNull(),
    updatedAt: timestamp().notNull(),
  },
  (t) => [
    index("playbacks_track_index").on(t.trackId),
    index("playbacks_updated_index").on(t.updatedAt, t.userId),
  ],
);

/**
 * When a listener's play or impression of a track was counted, so that it is not counted again too soon (a play: once in 30
 * minutes); and until when a member's history was deleted, so that events still queued in a process's memory do not restore
 * it. Rows are deleted after a day, those of deleted histories after thirty, when devices have nothing older to report
 * (docs/decisions/0010-counting.md).
 */
export const playReceipts = table(
  "play_receipts",
  {
    /** SHA-256 of the listener: a member's id, a visit's random id, or address and user agent. */
    listener: text().notNull(),
    /** 0 for a deleted history; for a `view` the playlist's id. */
    trackId: integer().notNull(),
    kind: text({ enum: ["play", "impression", "view", "download", "forgotten"] }).notNull(),
    countedAt: timestamp().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.listener, t.trackId, t.kind] }),
    index("play_receipts_counted_index").on(t.countedAt),
  ],
);
