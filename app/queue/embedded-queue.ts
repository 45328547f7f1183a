import type { PgBoss } from "pg-boss";
import type { PgliteProcess } from "./start-pglite.ts";

interface OpenedQueue {
  boss: PgBoss;
  lite: PgliteProcess;
}

interface EmbeddedQueueOptions {
  open(): PgliteProcess;
  start(lite: PgliteProcess): Promise<PgBoss>;
  idleMs: number;
  onError(error: Error): void;
}

/**
 * A job queue in a child process's memory. The first job opens it, and `idleMs` without any closes it, since a Postgres takes 200
 * MB and half a second. A killed process loses nothing: each job stands for a row, and the recovery enqueues it again from there.
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

  /** Does not open a closed queue. */
  async peek<T>(call: (boss: PgBoss) => Promise<T>): Promise<T | undefined> {
    const open = await this.#opened?.catch(() => undefined);
    return open && call(open.boss);
  }

  /** Lets jobs finish for `timeoutMs`. A later `use` opens another queue. */
  async close(timeoutMs: number): Promise<void> {
    const opened = this.#opened;
    this.#leave();
    const open = await opened?.catch(() => undefined);
    if (!open) return;
    const { boss, lite } = open;
    await boss.stop({ graceful: true, timeout: timeoutMs, close: true });
    await lite.close();
  }

  #leave(): void {
    clearTimeout(this.#timer);
    this.#opened = undefined;
  }

  #open(): Promise<OpenedQueue> {
    if (this.#opened) return this.#opened;
    const opened = this.#start();
    this.#opened = opened;
    opened.then(
      ({ boss, lite }) => {
        lite.ended.then(() => this.#forget(opened, boss)).catch(this.#options.onError);
        this.#maintainLater(opened, lite);
      },
      () => {
        if (this.#opened === opened) this.#leave();
      },
    );
    return opened;
  }

  async #start(): Promise<OpenedQueue> {
    const lite = this.#options.open();
    try {
      return { boss: await this.#options.start(lite), lite };
    } catch (error) {
      await lite.close();
      throw error;
    }
  }

  /** After the database ended by itself: the next `use` opens another. */
  async #forget(opened: Promise<OpenedQueue>, boss: PgBoss): Promise<void> {
    if (this.#opened !== opened) return;
    this.#leave();
    this.#options.onError(new Error("the database of the queue has ended"));
    await boss.stop({ graceful: false, close: true });
  }

  /** Only after the last one ended: a slow database would get maintenance faster than it finishes, and no job. */
  #maintainLater(opened: Promise<OpenedQueue>, lite: PgliteProcess): void {
    if (this.#opened !== opened) return;
    this.#timer = setTimeout(() => {
      this.#maintain(opened, lite)
        // A queue closed meanwhile refuses the rest.
        .catch((error: Error) => this.#opened === opened && this.#options.onError(error))
        .finally(() => this.#maintainLater(opened, lite));
    }, this.#options.idleMs / 4);
    this.#timer.unref();
  }

  async #maintain(opened: Promise<OpenedQueue>, lite: PgliteProcess): Promise<void> {
    const since = Date.now() - this.#options.idleMs;
    const { rows } = await lite.executeSql("select 1 from jobs.job where state < 'completed' limit 1");
    if (this.#opened !== opened) return;
    // No `await` until `close` begins: a later call opens another queue.
    if (rows.length === 0 && this.#calls === 0 && this.#lastCallAt <= since)
      return this.close(0).catch(this.#options.onError);
    // PGlite has no background processes: without checkpoints its log grows forever.
    await lite.executeSql("checkpoint");
  }
}
