import { setTimeout as delay } from "node:timers/promises";
import pLimit from "p-limit";
import { environment } from "#app/config/environment.ts";
import { EngineError, type EngineFailure } from "./engine-error.ts";
import type { ProviderAccess, ProviderRequest, TokenUsage } from "./provider-access.ts";

const defaultDelaysMs = [1000, 5000];
/** Longer waits are refused. */
const maxRetryAfterS = 30;

const retried: ReadonlySet<EngineFailure> = new Set(["rate-limited", "unavailable", "timed-out"]);

interface EngineRequest extends ProviderRequest {
  access: ProviderAccess;
  signal: AbortSignal;
  delaysMs?: readonly number[] | undefined;
}

interface EngineAnswer<T> {
  value: T;
  usage: TokenUsage;
}

/**
 * Sends within the budgets of site and member, limited at a time, not while the circuit is open. Tries up to three times, each
 * counted.
 *
 * `send` gets a signal for abort and `ENGINE_TIMEOUT_SECONDS`, and throws `EngineError`s. Rejects with the last, or the reason
 * of `signal`.
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
      const { retryAfterS } = error;
      if (retryAfterS !== null && retryAfterS > maxRetryAfterS) throw error;
      await delay(retryAfterS === null ? waitMs : retryAfterS * 1000, undefined, {
        signal: request.signal,
      }).catch(() => {});
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
  const { engine, access, signal } = request;
  signal.throwIfAborted();
  const counted = await access.countRequest(request);
  const timeout = AbortSignal.timeout(environment().ENGINE_TIMEOUT_SECONDS * 1000);
  try {
    const { value, usage } = await send(AbortSignal.any([signal, timeout]));
    await counted.succeed(usage);
    return value;
  } catch (cause) {
    if (signal.aborted) {
      await counted.abort();
      throw signal.reason;
    }
    const error = timeout.aborted ? new EngineError("timed-out", `${engine}: no answer in time`) : cause;
    await counted.fail(error);
    throw error;
  }
}
