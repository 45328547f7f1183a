import type { audioTasks, taskStates } from "#db/schema/index.ts";

export type AudioTask = typeof audioTasks.$inferSelect;
export type TaskState = (typeof taskStates)[number];

/** States in which work is still to be done. */
const openStates = ["queued", "processing", "script_generation", "audio_generation"] satisfies TaskState[];

export function isOpen(task: { state: TaskState }): boolean {
  return openStates.some((state) => state === task.state);
}

/** A task running longer than this since its creation may be given up by its owner (spec 1 §4). */
export const stuckAfterMs = 300_000;

/** Unpublished scripts live a day, previews an hour (decisions, "Creation"). */
export const lifetimes = { scriptMs: 24 * 60 * 60 * 1000, previewMs: 60 * 60 * 1000 };
