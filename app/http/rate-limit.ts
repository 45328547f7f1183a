import { isIPv6 } from "node:net";
import { LimitReached } from "#app/features/domain-error.ts";
import { tooOften } from "#app/features/too-often.ts";

/** Callers that one rule remembers; beyond, the one whose window ends first is forgotten. */
const mostCallers = 20_000;

/**
 * How often something may be done: `most` times in a window of `everyS` seconds, by each member or from each address.
 * Counted in this process's memory: of several web processes each counts for itself, and a new start forgets.
 */
export class RateLimit {
  readonly per: "member" | "address";
  readonly most: number;
  readonly everyS: number;
  readonly #windowMs: number;
  /** All windows are equally long, so they end in the order in which they were put in. */
  readonly #windows = new Map<string, { count: number; endsAt: number }>();

  constructor(rule: { per: "member" | "address"; most: number; everyS: number }) {
    this.per = rule.per;
    this.most = rule.most;
    this.everyS = rule.everyS;
    this.#windowMs = rule.everyS * 1000;
  }

  /** Callers that are remembered now. */
  get callers(): number {
    return this.#windows.size;
  }

  /** Counts one time. Throws `LimitReached` with the seconds until the window ends when there were `most` already. */
  count(caller: string, now: number = Date.now()): void {
    for (const [name, { endsAt }] of this.#windows) {
      if (endsAt > now) break;
      this.#windows.delete(name);
    }
    const window = this.#windows.get(caller);
    if (window) {
      if (window.count >= this.most)
        throw new LimitReached(tooOften, Math.ceil((window.endsAt - now) / 1000));
      window.count += 1;
      return;
    }
    const [first] = this.#windows.keys();
    if (first !== undefined && this.#windows.size >= mostCallers) this.#windows.delete(first);
    this.#windows.set(caller, { count: 1, endsAt: now + this.#windowMs });
  }
}

/**
 * Counts one time against `limit` for whoever makes a request: the member, where it goes by members and there is one,
 * else the address. Throws `LimitReached`.
 */
export function countAgainst(
  limit: RateLimit,
  caller: { viewer: { id: string } | null; address: string },
): void {
  const { viewer, address } = caller;
  limit.count(limit.per === "member" && viewer ? viewer.id : networkOf(address));
}

/** The part of an address that stands for one connection: of IPv6 the first 64 bits, the rest people choose freely. */
export function networkOf(address: string): string {
  const [bare = ""] = address.split("%");
  if (!isIPv6(bare)) return address;
  // As a URL's host it has one spelling.
  const spelled = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [head = "", tail] = spelled.split("::");
  const [before, after] = [head, tail ?? ""].map((part) => (part === "" ? [] : part.split(":")));
  const gap = tail === undefined ? 0 : 8 - (before?.length ?? 0) - (after?.length ?? 0);
  const groups = [...(before ?? []), ...Array.from({ length: gap }, () => "0"), ...(after ?? [])];
  // IPv4 in the clothes of IPv6 (::ffff:0:0/96), as sockets that listen to both have it.
  if (groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff") return groups.slice(6).join(":");
  return `${groups.slice(0, 4).join(":")}::/64`;
}
