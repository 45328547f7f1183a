import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  primaryKey,
  serial,
  table,
  text,
  timestamp,
  uniqueIndex,
} from "../columns.ts";
import { trackReference } from "./tracks.ts";
import { userReference } from "./users.ts";

export const playlists = table(
  "playlists",
  {
    id: serial(),
    userId: userReference(),
    name: text().notNull(),
    /** Folded readings of its kanji; a trigger makes it null with another name, which is unread then. */
    nameReadings: text(),
    /** Names, comma-separated. */
    category: text().notNull(),
    description: text(),
    isPublic: boolean().notNull().default(true),
    /** Unique per owner; null while private. */
    publicSlug: text(),
    /** A podcast directory's code, shown in the feed; null without one. */
    feedVerification: text(),
    /** Then it is private and can't be made public; null otherwise. */
    takenDownAt: timestamp(),
    /** For the owner. */
    takedownReason: text(),
    /** Before the takedown; null otherwise. */
    wasPublicBefore: boolean(),
    impressionCount: integer().notNull().default(0),
    /** Equals `playlistFollows` of approved accounts, by the functions that write them. */
    followerCount: integer().notNull().default(0),
    createdAt: timestamp().notNull(),
    updatedAt: timestamp().notNull(),
  },
  (t) => [
    uniqueIndex("playlists_slug_unique").on(t.userId, t.publicSlug),
    index("playlists_user_index").on(t.userId, t.createdAt, t.id),
    index("playlists_slug_index").on(t.publicSlug, t.createdAt, t.id),
    index("playlists_newest_index").on(t.isPublic, t.createdAt, t.id),
    index("playlists_unread_index").on(t.id).where(sql`name_readings is null`),
  ],
);

export const playlistItems = table(
  "playlist_items",
  {
    id: serial(),
    playlistId: integer()
      .notNull()
      .references(() => playlists.id, { onDelete: "cascade" }),
    trackId: trackReference(),
    /** From 1, without gaps. */
    position: integer().notNull(),
  },
  (t) => [
    uniqueIndex("playlist_items_track_unique").on(t.playlistId, t.trackId),
    index("playlist_items_position_index").on(t.playlistId, t.position),
    index("playlist_items_track_index").on(t.trackId),
  ],
);

export const playlistFollows = table(
  "playlist_follows",
  {
    userId: userReference(),
    playlistId: integer()
      .notNull()
      .references(() => playlists.id, { onDelete: "cascade" }),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.playlistId] }),
    index("playlist_follows_newest_index").on(t.userId, t.createdAt, t.playlistId),
    index("playlist_follows_playlist_index").on(t.playlistId),
  ],
);
