import { setPriority } from "node:os";
import { type Transferable, Worker } from "node:worker_threads";

/**
 * Runs a worker thread until it ends; for work that would block the event loop.
 *
 * `name` is the file of the thread without its extension, `base` the caller's `import.meta.url`: in source the thread
 * is the `.ts` file beside the caller, in the bundle the entry of that name in `build/server/`, where all entries and
 * chunks lie.
 *
 * Settles only when the thread has ended. Rejects with `signal.reason` when aborted, and with an error thrown by the
 * thread or by `onMessage`.
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
  const ending = new URL(o.base).pathname.endsWith(".ts") ? "ts" : "js";
  const transferList: Transferable[] = [...(o.transfer ?? [])];
  // No inherited flags such as a loader or an inspector of the parent.
  const worker = new Worker(new URL(`./${o.name}.${ending}`, o.base), {
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

/**
 * Lowers the priority of a child process, or without `pid` of the calling worker thread, so that requests are answered
 * first. Only Linux has priorities of single threads; elsewhere threads are left unchanged. Never throws: a child may
 * have ended.
 */
export function lowerPriority(pid?: number): void {
  if (pid === undefined && process.platform !== "linux") return;
  try {
    setPriority(pid ?? 0, niceValue);
  } catch {
    // The work is done at normal priority.
  }
}
