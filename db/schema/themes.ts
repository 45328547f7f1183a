import { sql } from "drizzle-orm";
import { check, index, integer, serial, table, text, timestamp, uniqueIndex } from "../columns.ts";

export const themeStatuses = ["pending", "approved", "rejected"] as const;

/** Videos of which themes were extracted, one row a video. */
export const themeExtractions = table(
  "theme_extractions",
  {
    id: serial(),
    /** The video's page in its usual form. */
    url: text().notNull(),
    platform: text({ enum: ["youtube", "vimeo"] }).notNull(),
    videoId: text().notNull(),
    /** The video's title and who published it, as the platform names them. */
    title: text().notNull(),
    author: text().notNull(),
    createdAt: timestamp().notNull(),
    /** When it was last read. */
    updatedAt: timestamp().notNull(),
  },
  (t) => [uniqueIndex("theme_extractions_video_unique").on(t.platform, t.videoId)],
);

/** Themes of the official programme: a part of a video's text, from which a script can be written. */
export const themes = table(
  "themes",
  {
    id: serial(),
    extractionId: integer()
      .notNull()
      .references(() => themeExtractions.id, { onDelete: "cascade" }),
    title: text().notNull(),
    /** From where the theme looks at its subject, one sentence. */
    perspective: text().notNull(),
    /** The text that a script is written from. */
    content: text().notNull(),
    contentSha256: text().notNull(),
    status: text({ enum: themeStatuses }).notNull().default("pending"),
    createdAt: timestamp().notNull(),
    /** When its status last changed. */
    updatedAt: timestamp().notNull(),
  },
  (t) => [
    // A video read again adds only what is not there; what was rejected may come back.
    uniqueIndex("themes_content_unique").on(t.extractionId, t.contentSha256).where(sql`status <> 'rejected'`),
    index("themes_status_index").on(t.status, t.id),
    check("themes_status_known", sql`${t.status} in ('pending', 'approved', 'rejected')`),
  ],
);
