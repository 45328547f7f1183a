import {
  boolean,
  index,
  integer,
  json,
  primaryKey,
  real,
  table,
  text,
  timestamp,
  uniqueIndex,
} from "../columns.ts";
import { trackReference, tracks } from "./tracks.ts";
import { userReference, users } from "./users.ts";

/** One row per member and track, for the last time. */
export const listeningHistory = table(
  "listening_history",
  {
    userId: userReference(),
    trackId: trackReference(),
    listenedAt: timestamp().notNull(),
    /** The track's length once played to the end. */
    positionMs: integer().notNull().default(0),
    /** Heard to the end once; listening again keeps it. */
    isHeard: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.trackId] }),
    index("listening_history_newest_index").on(t.userId, t.listenedAt, t.trackId),
    // Covers what the curve of drop-offs reads.
    index("listening_history_track_newest_index").on(t.trackId, t.listenedAt, t.positionMs, t.userId),
  ],
);

/** Tracks by id. */
interface StoredQueue {
  name: string;
  path: string;
  isPlaylist: boolean;
  /** The listener changed the order. */
  isArranged?: boolean | undefined;
  /** The next page's API URL. */
  next: string | null;
  trackIds: number[];
}

/** What a member plays or played last, by the playing device (docs/decisions/0098-continue-anywhere.md). */
export const playbacks = table(
  "playbacks",
  {
    userId: text()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Random id of the visit on the playing device. */
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
 * Prevents double counts: when a listener's play (once in 30 minutes) or impression was counted. Also until when a history was
 * deleted, so that events still queued in memory do not restore it. Rows last a day, deleted histories thirty, the oldest that
 * devices report (docs/decisions/0010-counting.md).
 */
export const playReceipts = table(
  "play_receipts",
  {
    /** SHA-256 of a member's id, a visit's random id, or address and user agent. */
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

/** In a member's 今日の無限. */
export const mixReasons = ["resume", "followed", "playlist", "saved", "discovery", "again"] as const;

/** 今日の無限: a member's choices, and the day of the items. */
export const dailyMixes = table(
  "daily_mixes",
  {
    userId: text()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Wished length. */
    minutes: integer().notNull(),
    /** Of the items, in Asia/Tokyo (YYYY-MM-DD); null before the first. */
    day: text(),
    /** SHA-256 (hex) of the token in its private feed's address; null without one. */
    feedId: text(),
    feedCreatedAt: timestamp(),
  },
  (t) => [uniqueIndex("daily_mixes_feed_unique").on(t.feedId)],
);

/** More than are shown: the next replace those that fall away. */
export const dailyMixItems = table(
  "daily_mix_items",
  {
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** From 1. */
    position: integer().notNull(),
    trackId: integer()
      .notNull()
      .references(() => tracks.id, { onDelete: "cascade" }),
    reason: text({ enum: mixReasons }).notNull(),
    /** Where the member had left it. */
    fromMs: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.position] }),
    index("daily_mix_items_track_index").on(t.trackId),
  ],
);
