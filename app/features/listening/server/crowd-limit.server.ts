import type { CountKind } from "../count-rules.ts";

interface Crowd {
  endsAt: number;
  /** Of all tracks and playlists together. */
  size: number;
  /** Listeners by kind, and track or playlist. */
  listeners: Map<string, Set<string>>;
}

/** Listeners that are remembered; beyond, the crowd whose window ends first is forgotten. */
const mostRemembered = 100_000;

/**
 * How many different visitors behind one connection count in a window, for one track or playlist and for all: a name for a visit is
 * easily made up, an address is not. In this process's memory, as `http/rate-limit.ts`.
 */
export class CrowdLimit {
  readonly #perTrack: number;
  readonly #inAll: number;
  readonly #windowMs: number;
  /** All windows are equally long, so they end in the order in which they were put in. */
  readonly #crowds = new Map<string, Crowd>();
  #remembered = 0;

  constructor(rule: { perTrack: number; inAll: number; everyS: number }) {
    this.#perTrack = rule.perTrack;
    this.#inAll = rule.inAll;
    this.#windowMs = rule.everyS * 1000;
  }

  /** Whether `listener` is, or may still be, one of those that count. Repeats take no place. */
  admits(
    visitor: { network: string; listener: string; kind: CountKind; id: number },
    now: number = Date.now(),
  ): boolean {
    const { network, listener } = visitor;
    for (const [name, { endsAt }] of this.#crowds) {
      if (endsAt > now) break;
      this.#forget(name);
    }
    const crowd = this.#crowds.get(network) ?? {
      endsAt: now + this.#windowMs,
      size: 0,
      listeners: new Map(),
    };
    this.#crowds.set(network, crowd);
    const heard = `${visitor.kind} ${visitor.id}`;
    const known = crowd.listeners.get(heard) ?? new Set();
    if (known.has(listener)) return true;
    if (known.size >= this.#perTrack || crowd.size >= this.#inAll) return false;
    crowd.listeners.set(heard, known.add(listener));
    crowd.size += 1;
    this.#remembered += 1;
    const [first] = this.#crowds.keys();
    if (this.#remembered > mostRemembered && first !== undefined) this.#forget(first);
    return true;
  }

  #forget(network: string): void {
    this.#remembered -= this.#crowds.get(network)?.size ?? 0;
    this.#crowds.delete(network);
  }
}

/** Room for a household, a class, a carrier's gateway (docs/deploy.md, "Limits"). */
export const crowdLimit = new CrowdLimit({ perTrack: 30, inAll: 1000, everyS: 30 * 60 });
