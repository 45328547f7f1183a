import { performance } from "node:perf_hooks";
import { logger } from "#app/logger.server.ts";
import { isRejectedData, isUnreachable, isUnwritable } from "#db/errors.ts";
import type { PlaybackEvent } from "../sync/server/write-playbacks.server.ts";
import { type CountEvent, type ListeningEvent, writeListening } from "./write-listening.server.ts";

const intervalMs = 1000;
const maxPending = 50_000;
const maxDrainAttempts = 3;

/**
 * A write buffer: requests only add events, and at most once a second one transaction writes them all
 * (docs/decisions/0010-counting.md). What fails goes into the next batch.
 */
export class ListeningBatch {
  #counts = new Map<string, CountEvent>();
  /** By member and track, the last event; it also says whether one of them was the end. */
  #listened = new Map<string, ListeningEvent>();
  #playbacks: PlaybackEvent[] = [];
  #waiting: ((isWritten: boolean) => void)[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<boolean> | undefined;
  #startedAt = Number.NEGATIVE_INFINITY;
  readonly #now: () => Date;
  readonly #intervalMs: number;

  constructor(options: { now?: () => Date; intervalMs?: number } = {}) {
    this.#now = options.now ?? (() => new Date());
    this.#intervalMs = options.intervalMs ?? intervalMs;
  }

  get size(): number {
    return this.#counts.size + this.#listened.size + this.#playbacks.length;
  }

  addCount(event: CountEvent): void {
    if (this.size >= maxPending) return;
    const key = countKey(event);
    if (!this.#counts.has(key)) this.#counts.set(key, event);
    this.#schedule();
  }

  /** `at`: when it was, if reported later. The newest of several stays. */
  addListening({ at = this.#now(), ...event }: Omit<ListeningEvent, "at"> & { at?: Date }): void {
    if (this.size >= maxPending) return;
    this.#replaceOlder({ ...event, at });
    this.#schedule();
  }

  addPlayback(event: PlaybackEvent): void {
    if (this.size >= maxPending) return;
    this.#playbacks.push(event);
    this.#schedule();
  }

  /** Resolves with whether what is pending now was written; if not, it is tried again. */
  attempt(): Promise<boolean> {
    if (this.size === 0) return this.#writing ?? Promise.resolve(true);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Writes the pending events. False on failure: they stay pending. */
  flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
      if (this.size > 0) this.#schedule();
    });
    return this.#writing;
  }

  /** Writes until nothing is pending, when the process ends. Logs what could not be written. */
  async drain(): Promise<void> {
    await this.#writing;
    for (let failures = 0; this.size > 0 && failures < maxDrainAttempts; )
      if (!(await this.flush())) failures += 1;
    clearTimeout(this.#timer);
    if (this.size > 0) logger.error({ events: this.size }, "listening was lost: it could not be written");
  }

  #replaceOlder(event: ListeningEvent): void {
    const key = listeningKey(event);
    const pending = this.#listened.get(key);
    const last = pending && pending.at > event.at ? pending : event;
    this.#listened.set(key, { ...last, isHeard: Boolean(pending?.isHeard || event.isHeard) });
  }

  #schedule(): void {
    if (this.#timer || this.#writing) return;
    const wait = Math.max(0, this.#startedAt + this.#intervalMs - performance.now());
    this.#timer = setTimeout(() => void this.flush(), wait);
    this.#timer.unref();
  }

  async #write(): Promise<boolean> {
    this.#startedAt = performance.now();
    const [counts, listened, played, waiting] = [
      this.#counts,
      this.#listened,
      this.#playbacks,
      this.#waiting,
    ];
    this.#counts = new Map();
    this.#listened = new Map();
    this.#playbacks = [];
    this.#waiting = [];
    let isWritten = false;
    try {
      await writeSkippingRejected({
        counts: [...counts.values()],
        listened: [...listened.values()],
        played,
        now: this.#now(),
      });
      isWritten = true;
    } catch (error) {
      // `db/client.ts` logs a full disk or an absent server once; not every second.
      if (!isUnwritable(error) && !isUnreachable(error))
        logger.error(
          { err: error, events: counts.size + listened.size + played.length },
          "listening was not written yet",
        );
      this.#counts = new Map([...counts, ...this.#counts]);
      const meanwhile = this.#listened;
      this.#listened = listened;
      for (const event of meanwhile.values()) this.#replaceOlder(event);
      this.#playbacks = [...played, ...this.#playbacks];
    }
    for (const resolve of waiting) resolve(isWritten);
    return isWritten;
  }
}

const countKey = ({ listener, kind, id }: CountEvent) => `${kind} ${id} ${listener}`;
const listeningKey = ({ userId, trackId }: { userId: string; trackId: number }) => `${trackId} ${userId}`;

export const listeningBatch = new ListeningBatch();

type Batch = Parameters<typeof writeListening>[0];

/**
 * Prevents one rejected event from blocking all others for ever: writes the batch in one transaction, and if the database
 * rejects an event, splits the batch until the others are written. Logs the rejected one.
 */
async function writeSkippingRejected(batch: Batch): Promise<void> {
  try {
    await writeListening(batch);
  } catch (error) {
    if (!isRejectedData(error)) throw error;
    const { counts, listened, played = [], now } = batch;
    if (counts.length + listened.length + played.length === 1) {
      logger.error({ err: error, kind: counts[0]?.kind ?? "listened" }, "listening was refused, and is lost");
      return;
    }
    const none = { counts: [], listened: [], played: [], now };
    if (counts.length + listened.length > 0 && played.length > 0) {
      await writeSkippingRejected({ ...none, counts, listened });
      await writeSkippingRejected({ ...none, played });
      return;
    }
    const [first, others] = [Math.ceil(counts.length / 2), Math.floor(listened.length / 2)];
    const half = Math.ceil(played.length / 2);
    await writeSkippingRejected({
      counts: counts.slice(0, first),
      listened: listened.slice(0, others),
      played: played.slice(0, half),
      now,
    });
    await writeSkippingRejected({
      counts: counts.slice(first),
      listened: listened.slice(others),
      played: played.slice(half),
      now,
    });
  }
}
