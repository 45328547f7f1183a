/** Things that are remembered; beyond, those that nobody asked for longest are forgotten. */
const most = 10_000;

/**
 * Since when things have been as they are, as far as this process has seen: what a feed shows may change without any row
 * of its own changing. A time is given again only for the very same contents.
 */
export class ChangeTimes {
  readonly #seen = new Map<string, { version: string; since: Date }>();

  /** When `name` was first seen as `version`, in whole seconds as HTTP has them. */
  since(name: string, version: string, now: number = Date.now()): Date {
    const before = this.#seen.get(name);
    const since = before?.version === version ? before.since : new Date(Math.floor(now / 1000) * 1000);
    this.#seen.delete(name);
    this.#seen.set(name, { version, since });
    const [oldest] = this.#seen.keys();
    if (oldest !== undefined && this.#seen.size > most) this.#seen.delete(oldest);
    return since;
  }
}
