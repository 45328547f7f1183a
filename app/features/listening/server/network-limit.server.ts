import type { CountKind } from "../listening.ts";

interface NetworkWindow {
  endsAt: number;
  /** Listeners of all tracks and playlists together. */
  size: number;
  /** Listeners by kind and track or playlist. */
  listeners: Map<string, Set<string>>;
}

/** Listeners in memory; beyond, the window that ends first is dropped. */
const maxListeners = 100_000;

/**
 * Limits how many different visitors of one network count in a time window, for one track or playlist and in total: ids
 * of visits are easily forged, addresses are not. Kept in this process's memory.
 */
export class NetworkLimit {
  readonly #perTrack: number;
  readonly #total: number;
  readonly #windowMs: number;
  /** By network. All windows are equally long, so they end in insertion order. */
  readonly #windows = new Map<string, NetworkWindow>();
  #listenerCount = 0;

  constructor(rule: { perTrack: number; total: number; everyS: number }) {
    this.#perTrack = rule.perTrack;
    this.#total = rule.total;
    this.#windowMs = rule.everyS * 1000;
  }

  /** Whether `listener` counts: it is known in the window, or there is room for another one. `now` in ms. */
  admits(
    visitor: { network: string; listener: string; kind: CountKind; id: number },
    now: number = Date.now(),
  ): boolean {
    const { network, listener } = visitor;
    for (const [name, { endsAt }] of this.#windows) {
      if (endsAt > now) break;
      this.#drop(name);
    }
    const window = this.#windows.get(network) ?? {
      endsAt: now + this.#windowMs,
      size: 0,
      listeners: new Map(),
    };
    this.#windows.set(network, window);
    const target = `${visitor.kind} ${visitor.id}`;
    const known = window.listeners.get(target) ?? new Set();
    if (known.has(listener)) return true;
    if (known.size >= this.#perTrack || window.size >= this.#total) return false;
    window.listeners.set(target, known.add(listener));
    window.size += 1;
    this.#listenerCount += 1;
    const [first] = this.#windows.keys();
    if (this.#listenerCount > maxListeners && first !== undefined) this.#drop(first);
    return true;
  }

  #drop(network: string): void {
    this.#listenerCount -= this.#windows.get(network)?.size ?? 0;
    this.#windows.delete(network);
  }
}

/** The limit of this process: enough for a household, a school class or a carrier's gateway (docs/deploy.md, "Limits"). */
export const networkLimit = new NetworkLimit({ perTrack: 30, total: 1000, everyS: 30 * 60 });
