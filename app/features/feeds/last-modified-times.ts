/** Maximum number of entries; the least recently used is dropped. */
const maxEntries = 10_000;

/**
 * `Last-Modified` times by content version, as observed by this process: a feed's content can change without a change to
 * its own rows. The same time is returned only for identical content.
 */
export class LastModifiedTimes {
  readonly #seen = new Map<string, { version: string; since: Date }>();

  /** When `name` was first seen with `version`, in whole seconds (the precision of HTTP dates). */
  since(name: string, version: string, now: number = Date.now()): Date {
    const before = this.#seen.get(name);
    const since = before?.version === version ? before.since : new Date(Math.floor(now / 1000) * 1000);
    this.#seen.delete(name);
    this.#seen.set(name, { version, since });
    const [oldest] = this.#seen.keys();
    if (oldest !== undefined && this.#seen.size > maxEntries) this.#seen.delete(oldest);
    return since;
  }
}
