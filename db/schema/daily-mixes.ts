import { index, integer, primaryKey, table, text, timestamp, uniqueIndex } from "../columns.ts";
import { tracks } from "./tracks.ts";
import { users } from "./users.ts";

/** Why a track is in a member's 今日の無限. */
export const mixReasons = ["resume", "followed", "playlist", "saved", "discovery", "again"] as const;

/** 今日の無限 of a member: what they chose about it, and the day of its items. */
export const dailyMixes = table(
  "daily_mixes",
  {
    userId: text()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    /** How long the member wants it to be. */
    minutes: integer().notNull(),
    /** The day in Asia/Tokyo (YYYY-MM-DD) for which the items were chosen; null before the first. */
    day: text(),
    /** SHA-256 of the token in the address of its private feed, in hex; null without one. */
    feedId: text(),
    feedCreatedAt: timestamp(),
  },
  (t) => [uniqueIndex("daily_mixes_feed_unique").on(t.feedId)],
);

/** The tracks of a day, more than are shown: those that fall away are replaced by the next. */
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
    /** Where the member had left it when it was chosen. */
    fromMs: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.position] }),
    index("daily_mix_items_track_index").on(t.trackId),
  ],
);
