import type { audioTasks, taskStates } from "#db/schema/index.ts";

export type AudioTask = typeof audioTasks.$inferSelect;
export type TaskState = (typeof taskStates)[number];

/** States in which work is still to be done. */
export const openStates = ["queued", "processing", "script_generation", "audio_generation"] satisfies TaskState[];

export function isOpen(task: { state: TaskState }): boolean {
  return openStates.some((state) => state === task.state);
}
