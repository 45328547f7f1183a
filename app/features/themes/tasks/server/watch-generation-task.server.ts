import { eq } from "drizzle-orm";
import { isOpen } from "#app/features/tasks/task-state.ts";
import { watchTask } from "#app/features/tasks/watch-task.server.ts";
import { logger } from "#app/logger.server.ts";
import { primary } from "#db/client.ts";
import { generationTasks } from "#db/schema/index.ts";
import { createProgressFeed, type ProgressMessage, unknownTaskMessage } from "../progress-message.ts";

/** `onMessages` gets past stages and later changes of any process. Returns the function that stops watching. */
export function watchGenerationTask(
  taskId: string,
  listener: { onMessages(messages: ProgressMessage[]): void; onEnd(): void },
): () => void {
  const feed = createProgressFeed();
  let isReading = false;
  let hasChanged = false;
  let isStopped = false;

  const stop = () => {
    isStopped = true;
    unwatch();
  };

  const readOnce = async () => {
    const [task] = await primary.select().from(generationTasks).where(eq(generationTasks.id, taskId));
    if (isStopped) return;
    const messages = task ? feed(task) : [unknownTaskMessage(taskId)];
    if (messages.length > 0) listener.onMessages(messages);
    if (task && isOpen(task)) return;
    stop();
    listener.onEnd();
  };

  /** One read at a time; changes meanwhile are read right after it. */
  const read = async () => {
    hasChanged = true;
    if (isReading) return;
    isReading = true;
    try {
      while (hasChanged && !isStopped) {
        hasChanged = false;
        await readOnce();
      }
    } catch (error) {
      logger.warn({ taskId, err: error }, "a task that is watched could not be read");
    } finally {
      isReading = false;
    }
  };

  const unwatch = watchTask(taskId, () => void read());
  void read();
  return stop;
}
