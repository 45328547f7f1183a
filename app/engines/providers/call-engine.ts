import { setTimeout as delay } from "node:timers/promises";
import pLimit from "p-limit";
import { environment } from "#app/config/environment.ts";
import type { EngineCaller, EnginePurpose } from "#app/features/engines/engines.ts";
import {
  admitRequest,
  CircuitOpen,
  recordFailure,
  recordSuccess,
} from "#app/features/engines/server/engine-circuit.server.ts";
import {
  BudgetReached,
  reserveUsage,
  settleUsage,
  type TokenUsage,
} from "#app/features/engines/server/engine-usage.server.ts";
import { EngineError, type EngineFailure } from "./engine-error.ts";

/** Waits (ms) before the second and the third attempt, unless the service names one. */
const defaultDelaysMs = [1000, 5000];
/** A service that wants to be left alone for longer is not waited for. */
const maxRetryAfterMs = 30_000;

const retried: ReadonlySet<EngineFailure> = new Set(["rate-limited", "unavailable", "timed-out"]);
/** What says nothing about the service, but about this text. */
const blameless: ReadonlySet<EngineFailure> = new Set(["refused", "truncated", "unusable"]);

interface EngineRequest {
  /** The key of budgets, of the circuit and of the limit of concurrent requests, such as `gemini`. */
  engine: string;
  purpose: EnginePurpose;
  /** The key of its price. */
  model: string;
  caller: EngineCaller;
  /** That are sent. */
  characters: number;
  signal: AbortSignal;
  /** Waits between attempts, whose number is one more; for tests. */
  delaysMs?: readonly number[] | undefined;
}

interface EngineAnswer<T> {
  value: T;
  usage: TokenUsage;
}

/**
 * Sends a request to a service: within the budgets of the site and of the member, with a limited number at a time, and not
 * while its circuit is open. Repeats what may succeed the next time, up to three attempts, each counted on its own.
 *
 * `send` gets a signal that aborts with `signal` and after `ENGINE_TIMEOUT_SECONDS`, and throws `EngineError`s. Rejects with
 * the last of them, and with the reason of `signal` when that aborts.
 */
export async function callEngine<T>(
  request: EngineRequest,
  send: (signal: AbortSignal) => Promise<EngineAnswer<T>>,
): Promise<T> {
  const delaysMs = request.delaysMs ?? defaultDelaysMs;
  for (let attempt = 0; ; attempt++) {
    try {
      return await limitOf(request.engine)(() => sendOnce(request, send));
    } catch (error) {
      const waitMs = delaysMs[attempt];
      if (!(error instanceof EngineError) || waitMs === undefined || !retried.has(error.failure)) throw error;
      if (error.retryAfterMs !== null && error.retryAfterMs > maxRetryAfterMs) throw error;
      await delay(error.retryAfterMs ?? waitMs, undefined, { signal: request.signal }).catch(() => {});
      request.signal.throwIfAborted();
    }
  }
}

const limits = new Map<string, ReturnType<typeof pLimit>>();

function limitOf(engine: string): ReturnType<typeof pLimit> {
  const limit = limits.get(engine) ?? pLimit(environment().ENGINE_CONCURRENCY);
  limits.set(engine, limit);
  return limit;
}

async function sendOnce<T>(
  request: EngineRequest,
  send: (signal: AbortSignal) => Promise<EngineAnswer<T>>,
): Promise<T> {
  const { engine, signal } = request;
  signal.throwIfAborted();
  const { hasFailed, usageId } = await reserve(request);
  const started = performance.now();
  const settle = (outcome: EngineFailure | "done" | "aborted", usage: TokenUsage) =>
    settleUsage(usageId, { outcome, usage, milliseconds: performance.now() - started });
  const timeout = AbortSignal.timeout(environment().ENGINE_TIMEOUT_SECONDS * 1000);
  try {
    const { value, usage } = await send(AbortSignal.any([signal, timeout]));
    await settle("done", usage);
    if (hasFailed) await recordSuccess(engine);
    return value;
  } catch (cause) {
    if (signal.aborted) {
      await settle("aborted", {});
      throw signal.reason;
    }
    const error = timeout.aborted ? new EngineError("timed-out", `${engine}: no answer in time`) : cause;
    if (!(error instanceof EngineError)) {
      await settle("rejected", {});
      throw error;
    }
    await settle(error.failure, error.usage);
    if (!blameless.has(error.failure))
      await recordFailure(engine, { error: error.message, isLasting: error.failure === "credentials" });
    else if (hasFailed) await recordSuccess(engine);
    throw error;
  }
}

/** Throws an `EngineError` that is not worth another attempt when the circuit is open or a budget used up. */
async function reserve(request: EngineRequest): Promise<{ hasFailed: boolean; usageId: number }> {
  try {
    const hasFailed = await admitRequest(request.engine);
    return { hasFailed, usageId: await reserveUsage(request) };
  } catch (error) {
    const retryAfterMs = Number.POSITIVE_INFINITY;
    if (error instanceof BudgetReached)
      throw new EngineError("rate-limited", error.message, { retryAfterMs });
    if (error instanceof CircuitOpen) throw new EngineError("unavailable", error.message, { retryAfterMs });
    throw error;
  }
}
