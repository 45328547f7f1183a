import { sql } from "drizzle-orm";
import { check, index, integer, json, real, table, text, timestamp, uniqueIndex } from "../columns.ts";
import type { StoredFactCheck } from "./creation.ts";
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

/** A stage that a task has reached: when (ms since 1970), and with which progress in percent. */
interface StoredStage {
  stage: (typeof generationStages)[number];
  at: number;
  progress: number;
}

/** Repeats the feature's type, which `db` may not import. `error`: the check itself did not succeed. */
export interface StoredGenerationFactCheck extends Omit<StoredFactCheck, "status"> {
  status: StoredFactCheck["status"] | "error";
}

/** What an engine that searches found to check a script against. */
interface StoredGrounding {
  engine: string;
  sources: { title: string; url: string }[];
  /** What it has written about them, with their numbers; missing in older rows. */
  findings?: string;
  /** Searches that have to be shown with the result. */
  suggestions?: { text: string; url: string }[];
  /** The same as the search service renders them. */
  renderedSuggestions?: string;
}

/**
 * A generation of the admin console: a theme of the official programme, or a text, becomes a track of the official account.
 * Apart from the members' `audio_tasks`: it belongs to no member, has other stages, and stays as history.
 */
export const generationTasks = table(
  "generation_tasks",
  {
    id: text().primaryKey(),
    kind: text({ enum: ["theme", "text"] }).notNull(),
    themeId: integer().references(() => themes.id, { onDelete: "set null" }),
    /** The text of a `text` task; null for a theme, which has its own. */
    inputText: text(),
    /** What an open task is about: another open one with the same key is refused. */
    activeKey: text().notNull(),
    speakingRate: real().notNull(),
    state: text({ enum: generationTaskStates }).notNull().default("queued"),
    /** The last stage that was reached. */
    stage: text({ enum: generationStages }).notNull().default("initialization"),
    /** All of them in order; a run that begins anew adds its own. */
    stageLog: json<StoredStage[]>().notNull(),
    progress: integer().notNull().default(0),
    attempts: integer().notNull().default(0),
    /** The written script with its title and labels; null until then. A repeated run goes on from it. */
    script: text(),
    title: text(),
    labels: json<string[]>(),
    factCheck: json<StoredGenerationFactCheck>(),
    /** Null where the engine searches nothing. */
    grounding: json<StoredGrounding>(),
    trackId: integer().references(() => tracks.id, { onDelete: "set null" }),
    /** Message for the admin after a failure. */
    error: text(),
    /** The error behind it, for the operator. */
    failureCause: text(),
    createdAt: timestamp().notNull(),
    /** When a worker last began it; null while it waits for its turn. */
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
