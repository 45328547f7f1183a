import { index, integer, primaryKey, table, text, timestamp, uniqueIndex } from "../columns.ts";
import { tracks } from "./tracks.ts";
import { users } from "./users.ts";

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
