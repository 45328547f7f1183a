import { sql } from "drizzle-orm";
import {
  boolean,
  check,
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
import { users } from "./users.ts";

export const taskStates = [
  "queued",
  "processing",
  "script_generation",
  "audio_generation",
  "completed",
  "failed",
  "cancelled",
] as const;

/** `db` may not look into features: the shape is checked where it is written. */
export interface StoredFactCheck {
  status: "verified" | "issues_found";
  confidence: number;
  summary: string;
  issues: string[];
}

export interface StoredPreview {
  durationMs: number;
  files: { kbps: number; storageKey: string; bytes: number; sha256: string }[];
  cues: { speaker: "A" | "B"; text: string; startMs: number; endMs: number }[];
}

/**
 * A piece of creation work. `script` tasks write or revise a script, `preview` tasks speak one. The row is the
 * truth about the work; the queue's job is only its vehicle.
 */
export const audioTasks = table(
  "audio_tasks",
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text({ enum: ["script", "preview"] }).notNull(),
    /** Which page started it: /create-post (`v1`), /create-post-v2 (`v2`) or the house (`seed`). */
    flow: text({ enum: ["v1", "v2", "seed"] }).notNull(),
    state: text({ enum: taskStates }).notNull().default("queued"),
    stage: text().notNull().default("pending"),
    progress: integer().notNull().default(0),
    attempts: integer().notNull().default(0),
    inputText: text().notNull(),
    title: text().notNull().default(""),
    /** Script tasks: the result (null until written). Preview tasks: what is spoken. */
    script: text(),
    factCheck: json<StoredFactCheck>(),
    labels: json<string[]>(),
    /** A revision's starting point. */
    originalScript: text(),
    issues: json<string[]>(),
    speakingRate: real().notNull().default(1),
    /** The script task that a preview speaks. */
    scriptTaskId: text(),
    previewFilename: text(),
    preview: json<StoredPreview>(),
    /** Tokyo day whose daily use this task holds; null when it holds none (any more). */
    usageDay: text(),
    trackId: integer(),
    /** What the member is told when it failed. */
    error: text(),
    /** Started over by its owner: no longer restored on load. */
    isDiscarded: boolean().notNull().default(false),
    createdAt: timestamp().notNull(),
    updatedAt: timestamp().notNull(),
    expiresAt: timestamp().notNull(),
  },
  (t) => [
    uniqueIndex("audio_tasks_preview_unique").on(t.previewFilename),
    index("audio_tasks_user_index").on(t.userId, t.kind, t.createdAt),
    index("audio_tasks_open_index")
      .on(t.updatedAt)
      .where(sql`state in ('queued', 'processing', 'script_generation', 'audio_generation')`),
    index("audio_tasks_expires_index").on(t.expiresAt),
    check("audio_tasks_progress_percent", sql`${t.progress} between 0 and 100`),
  ],
);

/** Daily generations of a member; `day` is YYYY-MM-DD in Asia/Tokyo. */
export const dailyUsage = table(
  "daily_usage",
  {
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    day: text().notNull(),
    count: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.day] }),
    check("daily_usage_not_negative", sql`${t.count} >= 0`),
  ],
);

/** What an installation keeps about itself: first-start secrets, seed state. */
export const settings = table("settings", { key: text().primaryKey(), value: text().notNull() });
