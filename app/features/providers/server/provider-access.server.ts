import { EngineError, type EngineFailure } from "#app/engines/providers/engine-error.ts";
import type { Circuit, ProviderAccess } from "#app/engines/providers/provider-access.ts";
import type { ProviderCaller } from "#app/features/providers/providers.ts";
import { logger } from "#app/logger.server.ts";
import { observeEngine } from "#app/metrics.server.ts";
import { startSpan } from "#app/traces.server.ts";
import { admitRequest, CircuitOpen, recordFailure, recordSuccess } from "./provider-circuit.server.ts";
import { BudgetReached, reserveUsage, settleUsage } from "./provider-usage.server.ts";

/** Failures that say something about the text and nothing about the provider. */
const blameless: ReadonlySet<EngineFailure> = new Set(["refused", "truncated", "unusable"]);

/** Requests use the budget of `caller`. */
export function providerAccess(caller: ProviderCaller): ProviderAccess {
  return {
    enterCircuit,
    async countRequest(request) {
      const circuit = await enterCircuit(request.engine);
      const usageId = await reserveUsage({ ...request, caller }).catch((error: unknown) => {
        throw error instanceof BudgetReached ? notWorthAnotherAttempt("rate-limited", error) : error;
      });
      const started = performance.now();
      const span = startSpan({ name: `ask ${request.engine}`, kind: "CLIENT" });
      const settle = (outcome: Parameters<typeof settleUsage>[1]["outcome"], usage = {}) => {
        const milliseconds = performance.now() - started;
        const { engine, purpose } = request;
        span.end(outcome === "done" ? undefined : outcome);
        observeEngine({ engine, purpose, outcome, seconds: milliseconds / 1000 });
        return settleUsage(usageId, { outcome, usage, milliseconds });
      };
      return {
        async succeed(usage) {
          // What is paid for must not be lost, and paid again, because the database has no room for its price: it counts as running.
          await settle("done", usage)
            .then(circuit.succeed)
            .catch((error: unknown) =>
              logger.error({ err: error, engine: request.engine }, "a use of an engine was not recorded"),
            );
        },
        abort: () => settle("aborted"),
        async fail(error) {
          if (!(error instanceof EngineError)) return settle("rejected");
          await settle(error.failure, error.usage);
          if (blameless.has(error.failure)) await circuit.succeed();
          else await circuit.fail({ error: error.message, isPermanent: error.failure === "credentials" });
        },
      };
    },
  };
}

async function enterCircuit(name: string): Promise<Circuit> {
  const hasFailed = await admitRequest(name).catch((error: unknown) => {
    throw error instanceof CircuitOpen ? notWorthAnotherAttempt("unavailable", error) : error;
  });
  return {
    async succeed() {
      if (hasFailed) await recordSuccess(name);
    },
    fail: (failure) => recordFailure(name, failure),
  };
}

function notWorthAnotherAttempt(failure: EngineFailure, { message }: Error): EngineError {
  return new EngineError(failure, message, { retryAfterS: Number.POSITIVE_INFINITY });
}
