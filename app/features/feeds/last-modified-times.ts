const maxEntries = 10_000;

/**
 * `Last-Modified` by content version, as this process saw it: a feed's content can change without its own rows. Returns the
 * same time only for identical content.
 */
export class LastModifiedTimes {
  readonly #seen = new Map<string, { version: string; since: number }>();

  /**
   * When `name` was first seen with `version`, in whole seconds, as HTTP dates have, but later than the version before; null while
   * that is still to come.
   */
  since(name: string, version: string, now: number = Date.now()): Date | null {
    const before = this.#seen.get(name);
    const second = Math.floor(now / 1000) * 1000;
    const since = before?.version === version ? before.since : Math.max(second, (before?.since ?? 0) + 1000);
    this.#seen.delete(name);
    this.#seen.set(name, { version, since });
    const [oldest] = this.#seen.keys();
    if (oldest !== undefined && this.#seen.size > maxEntries) this.#seen.delete(oldest);
    return since <= now ? new Date(since) : null;
  }
}
