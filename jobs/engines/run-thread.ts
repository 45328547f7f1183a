import { type Transferable, Worker } from "node:worker_threads";

/**
 * Runs one worker thread from its start to its own end; for work that would hold up the event loop.
 *
 * `name` is the file of the thread without its ending, and `base` the caller's `import.meta.url`: run from source
 * the thread is the `.ts` file beside the caller, and in the bundle the entry of the same name beside the chunk
 * (every entry and chunk lies flat in `build/server/`).
 *
 * Settles only when the thread has ended. Rejects with `signal.reason` when aborted, with the thread's own error when it
 * throws, and with that of `onMessage`.
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
  // No inherited flags: a loader or inspector of the parent has nothing to do in here.
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
