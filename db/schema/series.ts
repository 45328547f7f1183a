import { sql } from "drizzle-orm";
import { index, integer, json, serial, table, text, timestamp, uniqueIndex } from "../columns.ts";
import type { StoredNarration } from "./creation.ts";
import { playlists } from "./playlists.ts";
import { tracks } from "./tracks.ts";
import { userReference } from "./users.ts";

/** A long text as successive tracks, in a playlist of its own. */
export const series = table(
  "series",
  {
    id: serial(),
    userId: userReference(),
    title: text().notNull(),
    /** The playlist's, and each episode's first label, which colours covers. */
    category: text().notNull(),
    /** Null after its deletion. */
    playlistId: integer().references(() => playlists.id, { onDelete: "set null" }),
    narration: json<StoredNarration>().notNull(),
    /** Weekdays of publishing in Tokyo (0 is Sunday); none: one after the other, at once. */
    days: json<number[]>().notNull(),
    /** In Tokyo, 0 to 23. */
    hour: integer().notNull(),
    state: text({ enum: ["active", "paused", "ended"] }).notNull(),
    /** Publishing; the making begins before. */
    nextAt: timestamp().notNull(),
    /** For a worker. */
    checkAt: timestamp().notNull(),
    /** What holds it up, for the member; null for nothing. */
    problem: text(),
    createdAt: timestamp().notNull(),
    updatedAt: timestamp().notNull(),
  },
  (t) => [
    index("series_user_index").on(t.userId, t.createdAt),
    index("series_playlist_index").on(t.playlistId),
    index("series_due_index").on(t.checkAt).where(sql`state = 'active'`),
  ],
);

/** An episode's number is its place among those not dropped. */
export const seriesEpisodes = table(
  "series_episodes",
  {
    id: serial(),
    seriesId: integer()
      .notNull()
      .references(() => series.id, { onDelete: "cascade" }),
    /** From 1. */
    position: integer().notNull(),
    /** Empty if the text has none. */
    heading: text().notNull(),
    /** Empty once published. */
    text: text().notNull(),
    /** Estimated. */
    seconds: integer().notNull(),
    state: text({ enum: ["waiting", "making", "published", "dropped"] }).notNull(),
    /** May be gone. */
    scriptTaskId: text(),
    previewTaskId: text(),
    /** Null before publishing, and after the track's deletion. */
    trackId: integer().references(() => tracks.id, { onDelete: "set null" }),
  },
  (t) => [
    index("series_episodes_series_index").on(t.seriesId, t.position),
    uniqueIndex("series_episodes_track_unique").on(t.trackId),
  ],
);
