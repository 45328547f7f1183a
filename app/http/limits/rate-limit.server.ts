import { createHash } from "node:crypto";
import type { Pool } from "pg";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { LimitReached, rateLimitMessage } from "#app/features/domain-error.ts";
import { logger } from "#app/logger.server.ts";
import { openRateLimitPool, rateLimitTable } from "#db/rate-limit-table.ts";
import { networkOf } from "../core/client-address.ts";

interface RateLimitRule {
  /** Unique; names the counters in the database. */
  name: string;
  /** What is counted, for the operator. */
  counts: string;
  per: "member" | "address";
  max: number;
  /** In seconds, from the first request. */
  windowS: number;
}

let pool: Pool | null = null;

/** Counts in Postgres, across web processes. Without it, or while it does not answer, each process counts in memory. */
export async function openRateLimitStore(url: string): Promise<void> {
  try {
    pool = await openRateLimitPool(url);
  } catch (error) {
    logger.warn({ err: error }, "rate limits are counted per process");
  }
}

export async function closeRateLimitStore(): Promise<void> {
  const closing = pool;
  pool = null;
  await closing?.end();
}

export class RateLimit implements RateLimitRule {
  readonly name: string;
  readonly counts: string;
  readonly per: "member" | "address";
  readonly max: number;
  readonly windowS: number;
  #limiter: RateLimiterMemory | RateLimiterPostgres | undefined;

  constructor(rule: RateLimitRule) {
    this.name = rule.name;
    this.counts = rule.counts;
    this.per = rule.per;
    this.max = rule.max;
    this.windowS = rule.windowS;
  }

  /** Throws `LimitReached` after `max` times, with the seconds until the window ends. */
  async consume(caller: string): Promise<void> {
    // Not earlier: the store opens at start.
    this.#limiter ??= createLimiter(this);
    try {
      await this.#limiter.consume(keyOf(caller));
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      throw new LimitReached(rateLimitMessage, Math.max(1, Math.ceil(error.msBeforeNext / 1000)));
    }
  }
}

function createLimiter({ name, max, windowS }: RateLimitRule) {
  const options = { keyPrefix: name, points: max, duration: windowS };
  const memory = new BoundedMemory(options);
  if (!pool) return memory;
  return new RateLimiterPostgres({
    ...options,
    storeClient: pool,
    storeType: "pool",
    tableName: rateLimitTable,
    tableCreated: true,
    // A flood costs no queries: memory refuses a blocked caller until the window ends.
    inMemoryBlockOnConsumed: max,
    insuranceLimiter: memory,
  });
}

const maxCallers = 20_000;

/** Prevents full memory: forgets the least recent of `maxCallers`. */
class BoundedMemory extends RateLimiterMemory {
  readonly #callers = new Set<string>();

  override consume(...[caller, ...options]: Parameters<RateLimiterMemory["consume"]>) {
    const key = String(caller);
    this.#callers.delete(key);
    this.#callers.add(key);
    const [oldest] = this.#callers;
    if (this.#callers.size > maxCallers && oldest !== undefined) {
      this.#callers.delete(oldest);
      void this.delete(oldest);
    }
    return super.consume(caller, ...options);
  }
}

/** Hashed: counters must reveal neither accounts nor addresses. */
const keyOf = (caller: string) => createHash("sha256").update(caller).digest("base64url").slice(0, 22);

/** Counts for the member if the limit is per member and there is one, else for the address's network. Throws `LimitReached`. */
export async function consumeRateLimit(
  limit: RateLimit,
  caller: { viewer: { id: string } | null; address: string },
): Promise<void> {
  const { viewer, address } = caller;
  await limit.consume(limit.per === "member" && viewer ? viewer.id : networkOf(address));
}
