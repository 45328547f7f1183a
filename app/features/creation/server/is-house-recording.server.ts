import { and, eq } from "drizzle-orm";
import { db } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import { openTask } from "./open-task.server.ts";

/** Whether the house's own first tracks are still being made. */
export async function isHouseRecording(): Promise<boolean> {
  const [task] = await db
    .select({ id: audioTasks.id })
    .from(audioTasks)
    .where(and(eq(audioTasks.flow, "seed"), openTask))
    .limit(1);
  return task !== undefined;
}
