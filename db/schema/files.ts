import { sql } from "drizzle-orm";
import { boolean, check, index, integer, json, table, text, timestamp } from "../columns.ts";
import type { StoredPreview } from "./creation.ts";

/** Outbox of file removals: recorded with the deletion, deleted once the files are gone. */
export const fileRemovals = table("file_removals", {
  /** A storage key, or a folder ending with "/". */
  path: text().primaryKey(),
});

const uploadStates = ["receiving", "queued", "processing", "completed", "failed", "cancelled"] as const;

/** A file that becomes an official track. The row precedes the file's first byte, and outlives its end for a while. */
export const trackUploads = table(
  "track_uploads",
  {
    id: text().primaryKey(),
    /** The sender. */
    adminName: text().notNull(),
    state: text({ enum: uploadStates }).notNull().default("receiving"),
    stage: text({ enum: ["waiting", "measuring", "encoding"] })
      .notNull()
      .default("waiting"),
    /** Of the conversion, 0–100. */
    progress: integer().notNull().default(0),
    /** Begun conversions. */
    attempts: integer().notNull().default(0),
    /** Empty until the whole form has come. */
    title: text().notNull().default(""),
    labels: json<string[]>(),
    /** Lines `A: …` / `B: …`; empty without a transcript. */
    script: text().notNull().default(""),
    /** With times, if the transcript has any. */
    cues: json<StoredPreview["cues"]>(),
    isVisible: boolean().notNull().default(true),
    isPremiumOnly: boolean().notNull().default(false),
    /** As sent; only shown. */
    fileName: text().notNull().default(""),
    bytes: integer().notNull().default(0),
    /** As sent; null until complete. */
    sha256: text(),
    trackId: integer(),
    /** Japanese, for the admin. */
    error: text(),
    createdAt: timestamp().notNull(),
    updatedAt: timestamp().notNull(),
  },
  (t) => [
    index("track_uploads_created_index").on(t.createdAt),
    index("track_uploads_open_index")
      .on(t.updatedAt)
      .where(sql`state in ('receiving', 'queued', 'processing')`),
    check("track_uploads_progress_percent", sql`${t.progress} between 0 and 100`),
  ],
);
