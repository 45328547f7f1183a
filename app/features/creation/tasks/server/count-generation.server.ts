import { addToStatistics } from "#app/features/statistics/add-to-statistics.server.ts";
import { timeBucket } from "#app/features/statistics/metrics.ts";
import type { Db } from "#db/client.ts";
import type { AudioTask } from "../../audio-task.ts";

type Generation = Pick<AudioTask, "kind" | "flow">;

/** Counts a preview with the time since its request. Ignores seeded tracks. */
export async function countCompletion(tx: Db, task: Generation & { createdAt: Date }): Promise<void> {
  if (task.flow === "seed" || task.kind !== "preview") return;
  const seconds = Math.max(0, Date.now() - task.createdAt.getTime()) / 1000;
  await addToStatistics(tx, {
    generations_completed: 1,
    generation_seconds: seconds,
    [timeBucket(seconds)]: 1,
  });
}

/** Ignores seeded tracks. */
export async function countFailure(tx: Db, task: Generation): Promise<void> {
  if (task.flow === "seed") return;
  await addToStatistics(tx, task.kind === "preview" ? { generations_failed: 1 } : { scripts_failed: 1 });
}
