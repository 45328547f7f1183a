import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  json,
  real,
  serial,
  table,
  text,
  timestamp,
  uniqueIndex,
} from "../columns.ts";
import type { StoredFactCheck, StoredMaking } from "./creation.ts";
import { tracks } from "./tracks.ts";

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

export const generationTaskStates = ["queued", "processing", "completed", "failed", "cancelled"] as const;

export const generationStages = [
  "initialization",
  "task_initialization",
  "theme_loaded",
  "script_generation",
  "final_script_generation",
  "grounding_search",
  "grounding_complete",
  "fact_checking",
  "fact_check_complete",
  "audio_generation",
  "audio_complete",
  "task_complete",
] as const;

/** When (ms since 1970), and at which percentage. */
interface StoredStage {
  stage: (typeof generationStages)[number];
  at: number;
  progress: number;
}

/** Repeats the feature's type, which `db` may not import. `error`: the check itself failed. */
export interface StoredGenerationFactCheck extends Omit<StoredFactCheck, "status"> {
  status: StoredFactCheck["status"] | "error";
}

/** Sources that a searching engine found. */
interface StoredGrounding {
  engine: string;
  sources: { title: string; url: string }[];
  /** Its text about them, by number; missing in older rows. */
  findings?: string;
  /** Must be shown with the result. */
  suggestions?: { text: string; url: string }[];
  /** As the search service renders them. */
  renderedSuggestions?: string;
}

/**
 * The console's generation: a theme or a text becomes an official track. Apart from `audio_tasks`: it belongs to no member, has
 * other stages, and stays as history.
 */
export const generationTasks = table(
  "generation_tasks",
  {
    id: text().primaryKey(),
    kind: text({ enum: ["theme", "text"] }).notNull(),
    themeId: integer().references(() => themes.id, { onDelete: "set null" }),
    /** Null for a theme, which has its own. */
    inputText: text(),
    /** Prevents two open tasks about the same. */
    activeKey: text().notNull(),
    speakingRate: real().notNull(),
    state: text({ enum: generationTaskStates }).notNull().default("queued"),
    /** The last reached. */
    stage: text({ enum: generationStages }).notNull().default("initialization"),
    /** In order; a repeated run adds its own. */
    stageLog: json<StoredStage[]>().notNull(),
    progress: integer().notNull().default(0),
    attempts: integer().notNull().default(0),
    /** Written, with title and labels; null before. A repeated run continues from it. */
    script: text(),
    title: text(),
    labels: json<string[]>(),
    factCheck: json<StoredGenerationFactCheck>(),
    /** Null before, and if unrecorded. */
    making: json<StoredMaking>(),
    /** Null if the engine does not search. */
    grounding: json<StoredGrounding>(),
    trackId: integer().references(() => tracks.id, { onDelete: "set null" }),
    /** For the admin. */
    error: text(),
    /** For the operator. */
    failureCause: text(),
    createdAt: timestamp().notNull(),
    /** When a worker last began it; null while waiting. */
    startedAt: timestamp(),
    updatedAt: timestamp().notNull(),
    endedAt: timestamp(),
  },
  (t) => [
    uniqueIndex("generation_tasks_active_unique")
      .on(t.activeKey)
      .where(sql`state in ('queued', 'processing')`),
    index("generation_tasks_kind_index").on(t.kind, t.createdAt, t.id),
    index("generation_tasks_state_index").on(t.kind, t.state),
    index("generation_tasks_ended_index").on(t.endedAt),
    index("generation_tasks_theme_index").on(t.themeId),
    index("generation_tasks_track_index").on(t.trackId),
    check("generation_tasks_progress_percent", sql`${t.progress} between 0 and 100`),
    check("generation_tasks_text_of_kind", sql`(${t.kind} = 'text') = (${t.inputText} is not null)`),
  ],
);
