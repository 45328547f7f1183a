import { sql } from "drizzle-orm";
import { check, index, integer, serial, table, text, timestamp, uniqueIndex } from "../columns.ts";

export const themeStatuses = ["pending", "approved", "rejected"] as const;

/** One row per video. */
export const themeExtractions = table(
  "theme_extractions",
  {
    id: serial(),
    /** Normalized. */
    url: text().notNull(),
    platform: text({ enum: ["youtube", "vimeo"] }).notNull(),
    videoId: text().notNull(),
    /** As the platform names them. */
    title: text().notNull(),
    author: text().notNull(),
    createdAt: timestamp().notNull(),
    /** Last read. */
    updatedAt: timestamp().notNull(),
  },
  (t) => [uniqueIndex("theme_extractions_video_unique").on(t.platform, t.videoId)],
);

/** Of the official programme: a part of a video's text for a script. */
export const themes = table(
  "themes",
  {
    id: serial(),
    extractionId: integer()
      .notNull()
      .references(() => themeExtractions.id, { onDelete: "cascade" }),
    title: text().notNull(),
    /** One sentence. */
    perspective: text().notNull(),
    /** For the script. */
    content: text().notNull(),
    contentSha256: text().notNull(),
    status: text({ enum: themeStatuses }).notNull().default("pending"),
    createdAt: timestamp().notNull(),
    /** Last change of status. */
    updatedAt: timestamp().notNull(),
  },
  (t) => [
    // A video read again adds only what is missing; rejected themes may return.
    uniqueIndex("themes_content_unique").on(t.extractionId, t.contentSha256).where(sql`status <> 'rejected'`),
    index("themes_status_index").on(t.status, t.id),
    check("themes_status_known", sql`${t.status} in ('pending', 'approved', 'rejected')`),
  ],
);
