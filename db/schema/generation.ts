import { sql } from "drizzle-orm";
import { check, index, integer, json, real, table, text, timestamp, uniqueIndex } from "../columns.ts";
import type { StoredFactCheck, StoredMaking } from "./creation.ts";
import { themes } from "./themes.ts";
import { tracks } from "./tracks.ts";

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
