import { randomUUID } from "node:crypto";
import { hourMs } from "#app/lib/time-units.ts";
import { write } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";

type NewTask = typeof audioTasks.$inferInsert;

/** A preview that was completed just now, for an hour, unless `o` says otherwise. Returns its id. */
export async function addAudioTask(o: Partial<NewTask> & Pick<NewTask, "userId">): Promise<string> {
  const now = new Date();
  const task = {
    id: randomUUID(),
    kind: "preview",
    flow: "v2",
    state: "completed",
    inputText: "夜",
    createdAt: now,
    updatedAt: now,
    expiresAt: new Date(now.getTime() + hourMs),
    ...o,
  } as const;
  await write((tx) => tx.insert(audioTasks).values(task));
  return task.id;
}
