import { parentPort, type Transferable, Worker } from "node:worker_threads";
import { entryUrl } from "#app/lib/entry-url.ts";

interface RequestMessage<Request> {
  id: number;
  request: Request;
}
type ReplyMessage<Reply> = { id: number; reply: Reply } | { id: number; error: unknown };

interface Thread<Reply> {
  worker: Worker;
  pending: Map<number, PromiseWithResolvers<Reply>>;
  idleTimer: NodeJS.Timeout | undefined;
}

let minIdleMs = 0;

/**
 * Threads end after at least `ms` idle from now on: a process that does little else would start them, with their dictionaries,
 * again and again.
 */
export function setMinThreadIdleMs(ms: number): void {
  minIdleMs = ms;
}

/**
 * Answers requests in turn; starts when needed, ends after `idleMs` idle to free memory. `name`, `base`: see `entryUrl`.
 * Rejects with the answer's error, or when the thread ends.
 */
export function createRequestThread<Request, Reply>(o: {
  name: string;
  base: string;
  idleMs: number;
}): (request: Request) => Promise<Reply> {
  let current: Thread<Reply> | undefined;
  let nextId = 0;

  function start(): Thread<Reply> {
    const worker = new Worker(entryUrl(o.name, o.base), { name: o.name, execArgv: [] });
    const started: Thread<Reply> = { worker, pending: new Map(), idleTimer: undefined };
    const stop = (error: Error) => {
      if (current === started) current = undefined;
      for (const { reject } of started.pending.values()) reject(error);
      started.pending.clear();
    };
    worker.on("message", (message: ReplyMessage<Reply>) => {
      const request = started.pending.get(message.id);
      started.pending.delete(message.id);
      if ("error" in message) request?.reject(message.error);
      else request?.resolve(message.reply);
      if (started.pending.size > 0) return;
      worker.unref();
      started.idleTimer = setTimeout(
        () => {
          if (current === started) current = undefined;
          void worker.terminate();
        },
        Math.max(o.idleMs, minIdleMs),
      ).unref();
    });
    worker.on("error", stop);
    worker.on("exit", () => stop(new Error(`the thread ${o.name} has ended`)));
    return started;
  }

  return (request) => {
    current ??= start();
    const { worker, pending, idleTimer } = current;
    clearTimeout(idleTimer);
    const id = nextId++;
    const answered = Promise.withResolvers<Reply>();
    pending.set(id, answered);
    const message: RequestMessage<Request> = { id, request };
    worker.ref();
    worker.postMessage(message);
    return answered.promise;
  };
}

/** The thread's side. `transfer` names buffers that need not be copied. */
export function answerRequests<Request, Reply>(
  answer: (request: Request) => Reply | Promise<Reply>,
  transfer: (reply: Reply) => Transferable[] = () => [],
): void {
  const port = parentPort;
  port?.on("message", async ({ id, request }: RequestMessage<Request>) => {
    let message: ReplyMessage<Reply>;
    let transferList: Transferable[] = [];
    try {
      const reply = await answer(request);
      message = { id, reply };
      transferList = transfer(reply);
    } catch (error) {
      message = { id, error };
    }
    port.postMessage(message, transferList);
  });
}
