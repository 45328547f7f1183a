import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { LimitReached } from "#app/features/domain-error.ts";
import { entryUrl } from "#app/lib/entry-url.ts";
import type { CoverSpec } from "../cover.ts";

const timeoutMs = 15_000;
const idleMs = 30_000;
const maxWaiting = 100;
const retryAfterS = 5;

let drawingProcess: ChildProcess | undefined;
let idle: NodeJS.Timeout | undefined;
let waiting = 0;
/** The end of the queue: drawings run one after another. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Draws a cover in a child process, started on demand and ended when idle, so that fonts and drawing cost the server neither
 * memory nor time. Throws `LimitReached` when too many drawings wait.
 */
export async function drawInProcess(spec: CoverSpec): Promise<Uint8Array<ArrayBuffer>> {
  if (waiting >= maxWaiting)
    throw new LimitReached("画像を作成しています。しばらくしてから、もう一度お試しください。", retryAfterS);
  waiting += 1;
  const drawing = last.then(() => drawNow(spec));
  last = drawing.catch(() => undefined);
  try {
    return await drawing;
  } finally {
    waiting -= 1;
  }
}

async function drawNow(spec: CoverSpec): Promise<Uint8Array<ArrayBuffer>> {
  clearTimeout(idle);
  drawingProcess ??= start();
  const child = drawingProcess;
  const result = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  const onMessage = (message: unknown) =>
    result.resolve(new Uint8Array(message instanceof Uint8Array ? message : []));
  const onFailure = () => result.reject(new Error("the process that draws covers has ended"));
  child.once("message", onMessage).once("exit", onFailure).once("error", onFailure);
  const timeout = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
  child.send(spec, (error) => error && onFailure());
  try {
    const png = await result.promise;
    if (png.byteLength === 0) throw new Error("the process that draws covers sent no picture");
    return png;
  } catch (error) {
    if (drawingProcess === child) drawingProcess = undefined;
    child.kill("SIGKILL");
    throw error;
  } finally {
    clearTimeout(timeout);
    child.off("message", onMessage).off("exit", onFailure).off("error", onFailure);
    idle = setTimeout(stop, idleMs).unref();
  }
}

function start(): ChildProcess {
  const program = fileURLToPath(entryUrl("draw-cover-process", import.meta.url));
  const child = fork(program, [], {
    // The environment contains secrets.
    env: {},
    execArgv: [],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  // Or it would keep the server alive.
  child.unref();
  child.channel?.unref();
  child.once("exit", () => {
    if (drawingProcess === child) drawingProcess = undefined;
  });
  child.on("error", () => undefined);
  return child;
}

function stop(): void {
  drawingProcess?.disconnect();
  drawingProcess = undefined;
}
