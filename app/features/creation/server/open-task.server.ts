import { sql } from "drizzle-orm";
import { audioTasks } from "#db/schema/index.ts";

/** Open tasks, written with literals so that both databases see the partial index `audio_tasks_open_index`. */
export const openTask = sql`${audioTasks.state} in ('queued', 'processing', 'script_generation', 'audio_generation')`;
