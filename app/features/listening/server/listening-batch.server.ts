import { performance } from "node:perf_hooks";
import { logger } from "#app/logger.server.ts";
import { writeAcceptable } from "./write-acceptable.server.ts";
import type { NotedCount, NotedListening } from "./write-listening.server.ts";

/** Between the starts of two batches. */
const everyMs = 1000;
/** Notes that wait at most, when the database can't be written; beyond, they are dropped. */
const mostWaiting = 50_000;
/** Times that the last batch of a process that stops is tried. */
const lastTries = 3;

/**
 * Listening that waits in memory to be written: calls only leave a note, and once a second at most all notes are written
 * in one transaction (docs/decisions/0010-counting.md). What fails is tried again with the next batch.
 */
export class ListeningBatch {
  /** One note for each listener, kind and track or playlist: another within seconds would not count. */
  #counts = new Map<string, NotedCount>();
  /** The last note of each member and track. */
  #listened = new Map<string, NotedListening>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<boolean> | undefined;
  #startedAt = Number.NEGATIVE_INFINITY;
  readonly #now: () => Date;

  constructor(options: { now?: () => Date } = {}) {
    this.#now = options.now ?? (() => new Date());
  }

  /** Notes that wait. */
  get size(): number {
    return this.#counts.size + this.#listened.size;
  }

  noteCount(note: NotedCount): void {
    if (this.size >= mostWaiting) return;
    const key = nameOfCount(note);
    if (!this.#counts.has(key)) this.#counts.set(key, note);
    this.#schedule();
  }

  noteListening(note: Omit<NotedListening, "at">): void {
    if (this.size >= mostWaiting) return;
    this.#listened.set(nameOfListening(note), { ...note, at: this.#now() });
    this.#schedule();
  }

  /** Writes what waits now. False when that failed; then it waits on. */
  flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
      if (this.size > 0) this.#schedule();
    });
    return this.#writing;
  }

  /** Writes until nothing waits; for the end of the process. What can't be written is named in the log. */
  async drain(): Promise<void> {
    await this.#writing;
    for (let failures = 0; this.size > 0 && failures < lastTries; ) if (!(await this.flush())) failures += 1;
    clearTimeout(this.#timer);
    if (this.size > 0) logger.error({ notes: this.size }, "listening was lost: it could not be written");
  }

  #schedule(): void {
    if (this.#timer || this.#writing) return;
    const wait = Math.max(0, this.#startedAt + everyMs - performance.now());
    this.#timer = setTimeout(() => void this.flush(), wait);
    this.#timer.unref();
  }

  async #write(): Promise<boolean> {
    this.#startedAt = performance.now();
    const [counts, listened] = [this.#counts, this.#listened];
    this.#counts = new Map();
    this.#listened = new Map();
    try {
      await writeAcceptable({
        counts: [...counts.values()],
        listened: [...listened.values()],
        now: this.#now(),
      });
      return true;
    } catch (error) {
      logger.error({ err: error, notes: counts.size + listened.size }, "listening was not written yet");
      // What came meanwhile is newer.
      this.#counts = new Map([...counts, ...this.#counts]);
      this.#listened = new Map([...listened, ...this.#listened]);
      return false;
    }
  }
}

const nameOfCount = ({ listener, kind, id }: NotedCount) => `${kind} ${id} ${listener}`;
const nameOfListening = ({ userId, trackId }: { userId: string; trackId: number }) => `${trackId} ${userId}`;

/** The notes of this process. */
export const listeningBatch = new ListeningBatch();
