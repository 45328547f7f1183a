import { presentScript, type ScriptReply } from "../present-script.ts";
import { waitForTask } from "./wait-for-task.server.ts";

/** A caller waits for its script this long; the task itself goes on. */
const patienceMs = 120_000;

/** The script of a task once it is written. Throws what `presentScript` throws when there is none by then. */
export async function awaitScript(options: { taskId: string; signal: AbortSignal }): Promise<ScriptReply> {
  return presentScript(await waitForTask({ ...options, timeoutMs: patienceMs }));
}
