import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { entryUrl } from "#app/lib/entry-url.ts";

/** SQL to run, or a channel to listen to. The answer repeats `id`. */
export type PgliteCall = { id: number } & (
  | { text: string; values: readonly unknown[] }
  | { channel: string }
);

export type PgliteMessage =
  | { id: number; rows: unknown[] }
  | { id: number; error: string }
  | { channel: string; payload: string };

/** An empty queue from the build. Without it (development) opening takes seconds. */
const builtSnapshot = fileURLToPath(new URL("./queue.tar.zst", import.meta.url));

const hasEnded = () => new Error("the process of the queue's database has ended");

/** PGlite in a child process, as pg-boss uses a database. Calls reject once it has ended. */
export class PgliteProcess {
  readonly #child: ChildProcess;
  readonly #calls = new Map<number, PromiseWithResolvers<unknown[]>>();
  readonly #listeners = new Map<string, (payload: string) => void>();
  #lastId = 0;
  readonly ended: Promise<void>;

  constructor(child: ChildProcess) {
    this.#child = child;
    const ended = Promise.withResolvers<void>();
    this.ended = ended.promise;
    child.on("message", (message: PgliteMessage) => this.#receive(message));
    // `error` comes alone if no process could start, and for a message that could not be sent.
    child.once("exit", () => ended.resolve()).on("error", () => this.#child.pid ?? ended.resolve());
    void this.ended.then(() => {
      for (const { reject } of this.#calls.values()) reject(hasEnded());
      this.#calls.clear();
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  async executeSql(text: string, values: readonly unknown[] = []): Promise<{ rows: unknown[] }> {
    return { rows: await this.#call({ text, values }) };
  }

  async listen(
    channel: string,
    onNotification: (payload: string) => void,
    onReconnect: () => void,
  ): Promise<{ close(): Promise<void> }> {
    this.#listeners.set(channel, onNotification);
    await this.#call({ channel });
    onReconnect();
    return { close: async () => void this.#listeners.delete(channel) };
  }

  /** Kills it: its data is disposable. */
  async close(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.ended;
  }

  #call(call: { text: string; values: readonly unknown[] } | { channel: string }): Promise<unknown[]> {
    if (!this.#child.connected) return Promise.reject(hasEnded());
    this.#lastId += 1;
    const answer = Promise.withResolvers<unknown[]>();
    this.#calls.set(this.#lastId, answer);
    const message: PgliteCall = { ...call, id: this.#lastId };
    this.#child.send(message, (error) => error && answer.reject(error));
    return answer.promise;
  }

  #receive(message: PgliteMessage): void {
    if ("channel" in message) {
      this.#listeners.get(message.channel)?.(message.payload);
      return;
    }
    const call = this.#calls.get(message.id);
    this.#calls.delete(message.id);
    if ("rows" in message) call?.resolve(message.rows);
    else call?.reject(new Error(message.error));
  }
}

/**
 * Starts PGlite from `snapshot`, or empty without such a file. In a process of its own: its start (half a second of processor
 * time) delays no request, and its memory is given back.
 */
export function startPglite(snapshot: string = builtSnapshot): PgliteProcess {
  const program = fileURLToPath(entryUrl("pglite-process", import.meta.url));
  const child = fork(program, [snapshot], {
    // No environment: it contains secrets.
    env: {},
    // Compiled once without optimization, which takes 100 MB and a second for statements of a few rows.
    execArgv: ["--liftoff-only"],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  return new PgliteProcess(child);
}
