import { existsSync, openAsBlob } from "node:fs";
import { fileURLToPath } from "node:url";
import type { PGlite } from "@electric-sql/pglite";
import type { PgBoss } from "pg-boss";

/** What the build has made: an empty queue as PGlite loads it. Without it, as in development, opening takes seconds. */
const snapshot = fileURLToPath(new URL("./queue.tar.gz", import.meta.url));

interface OpenedQueue {
  boss: PgBoss;
  lite: PGlite;
}

interface EmbeddedQueueOptions {
  /** Opens the database in memory. */
  open(): Promise<PGlite>;
  /** Starts pg-boss with its queues and handlers. */
  start(lite: PGlite): Promise<PgBoss>;
  idleMs: number;
  /** Gets what fails while no caller waits. */
  onError(error: Error): void;
}

/** Opens PGlite in memory with the snapshot of the build, where there is one. */
export async function openPglite(): Promise<PGlite> {
  const { PGlite } = await import("@electric-sql/pglite");
  return existsSync(snapshot)
    ? PGlite.create({ loadDataDir: await openAsBlob(snapshot, { type: "application/gzip" }) })
    : PGlite.create();
}

/**
 * A job queue in the memory of this process. It is opened by the first job and closed when there has been none for
 * `idleMs`: a Postgres costs 400 MB and, idle, a twentieth of a processor core. Nothing is lost with it, for every job
 * stands for a row, from which the recovery enqueues it again.
 */
export class EmbeddedQueue {
  readonly #options: EmbeddedQueueOptions;
  #opened: Promise<OpenedQueue> | undefined;
  #calls = 0;
  #lastCallAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: EmbeddedQueueOptions) {
    this.#options = options;
  }

  /** Runs `call` on the queue, which stays open meanwhile. */
  async use(call: (boss: PgBoss) => Promise<unknown>): Promise<void> {
    this.#calls++;
    try {
      const { boss } = await this.#open();
      await call(boss);
    } finally {
      this.#calls--;
      this.#lastCallAt = Date.now();
    }
  }

  /** Runs `call` on the queue if it is open, and leaves it closed otherwise. */
  async peek<T>(call: (boss: PgBoss) => Promise<T>): Promise<T | undefined> {
    const open = await this.#opened?.catch(() => undefined);
    return open && call(open.boss);
  }

  /** Lets running jobs finish for `timeoutMs` and closes the queue. A later `use` opens another one. */
  async close(timeoutMs: number): Promise<void> {
    clearInterval(this.#timer);
    const opened = this.#opened;
    this.#opened = undefined;
    // Whoever opened it has got the error of an opening that failed.
    const open = await opened?.catch(() => undefined);
    if (!open) return;
    const { boss, lite } = open;
    await boss.stop({ graceful: true, timeout: timeoutMs, close: true });
    await lite.close();
  }

  #open(): Promise<OpenedQueue> {
    this.#opened ??= this.#start().catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  async #start(): Promise<OpenedQueue> {
    const lite = await this.#options.open();
    const boss = await this.#options.start(lite);
    const maintain = () => void this.#maintain(lite).catch(this.#options.onError);
    this.#timer = setInterval(maintain, this.#options.idleMs / 4);
    this.#timer.unref();
    return { boss, lite };
  }

  async #maintain(lite: PGlite): Promise<void> {
    const since = Date.now() - this.#options.idleMs;
    const { rows } = await lite.query("select 1 from jobs.job where state < 'completed' limit 1");
    // No `await` between this and the beginning of `close`: a call that comes later opens another queue.
    if (rows.length === 0 && this.#calls === 0 && this.#lastCallAt <= since) return this.close(0);
    // PGlite has no background processes: without a checkpoint its log would grow for good.
    await lite.exec("checkpoint");
  }
}
