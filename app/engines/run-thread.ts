import { setPriority } from "node:os";
import { type Transferable, Worker } from "node:worker_threads";
import { entryUrl } from "#app/lib/entry-url.ts";

/**
 * Runs a worker thread for blocking work. `name`, `base`: see `entryUrl`.
 *
 * Settles once it has ended. Rejects with `signal.reason`, and errors of the thread or `onMessage`.
 */
export async function runThread<Message>(o: {
  name: string;
  base: string;
  workerData: unknown;
  transfer?: readonly ArrayBuffer[];
  signal: AbortSignal;
  onMessage: (message: Message) => void;
}): Promise<void> {
  o.signal.throwIfAborted();
  const transferList: Transferable[] = [...(o.transfer ?? [])];
  // Inherits no loader or inspector.
  const worker = new Worker(entryUrl(o.name, o.base), {
    name: o.name,
    workerData: o.workerData,
    transferList,
    execArgv: [],
  });
  const terminate = () => void worker.terminate();
  o.signal.addEventListener("abort", terminate, { once: true });
  let failure: { error: unknown } | undefined;
  worker.on("message", (message: Message) => {
    try {
      if (!failure) o.onMessage(message);
    } catch (error) {
      failure = { error };
      terminate();
    }
  });
  worker.on("error", (error) => {
    failure ??= { error };
  });
  const code = await new Promise<number>((resolve) => worker.once("exit", resolve));
  o.signal.removeEventListener("abort", terminate);
  o.signal.throwIfAborted();
  if (failure) throw failure.error;
  if (code !== 0) throw new Error(`the thread ${o.name} ended with code ${code}`);
}

const niceValue = 5;

/** Lowers the priority of this worker thread (Linux only), so that requests come first. */
export function lowerPriority(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(0, niceValue);
  } catch {
    // Stays at normal priority.
  }
}
