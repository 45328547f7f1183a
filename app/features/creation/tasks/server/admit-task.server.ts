import { and, eq } from "drizzle-orm";
import { Conflict } from "#app/features/domain-error.ts";
import type { Db } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import { jobPriorities } from "#jobs/queue.ts";
import { type AudioTask, maxOpenTasks } from "../audio-task.ts";
import { openTask } from "./find-task.server.ts";

/**
 * Decides within `tx`, which holds `lockMember`, whether the member may begin another task, and returns the priority of its
 * job: the first of a member's tasks of a kind comes before the second of every other. Throws `Conflict` when too many are
 * open.
 */
export async function admitTask(
  tx: Db,
  { viewer, kind }: { viewer: { id: string }; kind: AudioTask["kind"] },
): Promise<number> {
  const open = await tx
    .select({ kind: audioTasks.kind })
    .from(audioTasks)
    .where(and(eq(audioTasks.userId, viewer.id), openTask));
  if (open.length >= maxOpenTasks) {
    throw new Conflict(`進行中の作業が${maxOpenTasks}つあります。終わってから、もう一度お試しください。`);
  }
  return taskPriority(open.filter((task) => task.kind === kind).length);
}

/** The priority of a member's task before which `earlier` of the same kind are open. */
export function taskPriority(earlier: number): number {
  return Math.max(jobPriorities.official + 1, jobPriorities.member - earlier);
}
