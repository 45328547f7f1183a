import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { LimitReached } from "#app/features/domain-error.ts";
import type { CoverOrder } from "../cover.ts";

/** A drawing that takes longer is ended with its process. */
const patienceMs = 15_000;
/** How long the process stays without anything to draw. */
const idleMs = 30_000;
const mostWaiting = 100;
const retryAfterS = 5;

let drawer: ChildProcess | undefined;
let idle: NodeJS.Timeout | undefined;
let waiting = 0;
/** Drawings are made one after the other. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Draws a cover in a process of its own, which starts with the first order and ends when there was none for a while:
 * neither fonts nor drawing weigh on the server. Throws `LimitReached` when too many wait.
 */
export async function runDrawer(order: CoverOrder): Promise<Uint8Array<ArrayBuffer>> {
  if (waiting >= mostWaiting)
    throw new LimitReached("画像を作成しています。しばらくしてから、もう一度お試しください。", retryAfterS);
  waiting += 1;
  const mine = last.then(() => drawNow(order));
  last = mine.catch(() => undefined);
  try {
    return await mine;
  } finally {
    waiting -= 1;
  }
}

async function drawNow(order: CoverOrder): Promise<Uint8Array<ArrayBuffer>> {
  clearTimeout(idle);
  drawer ??= start();
  const child = drawer;
  const answer = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  const take = (message: unknown) =>
    answer.resolve(new Uint8Array(message instanceof Uint8Array ? message : []));
  const fail = () => answer.reject(new Error("the process that draws covers has ended"));
  child.once("message", take).once("exit", fail).once("error", fail);
  const overdue = setTimeout(() => child.kill("SIGKILL"), patienceMs);
  child.send(order, (error) => error && fail());
  try {
    const png = await answer.promise;
    if (png.byteLength === 0) throw new Error("the process that draws covers sent no picture");
    return png;
  } catch (error) {
    if (drawer === child) drawer = undefined;
    child.kill("SIGKILL");
    throw error;
  } finally {
    clearTimeout(overdue);
    child.off("message", take).off("exit", fail).off("error", fail);
    idle = setTimeout(rest, idleMs).unref();
  }
}

function start(): ChildProcess {
  const ending = new URL(import.meta.url).pathname.endsWith(".ts") ? "ts" : "js";
  const program = fileURLToPath(new URL(`./draw-cover-process.${ending}`, import.meta.url));
  const child = fork(program, [], {
    // Without the environment, which holds secrets.
    env: {},
    execArgv: [],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  // It never keeps the server from ending.
  child.unref();
  child.channel?.unref();
  child.once("exit", () => {
    if (drawer === child) drawer = undefined;
  });
  child.on("error", () => undefined);
  return child;
}

function rest(): void {
  drawer?.disconnect();
  drawer = undefined;
}
