import { logger } from "#app/logger.server.ts";

export const logFailure = (error: unknown) => logger.error({ err: error }, "maintenance failed");

/** Runs these in their order. One that still runs is left out: on a slow disk, bucket or service it would run many times at once. */
export function inTurn(steps: readonly (() => Promise<unknown>)[]): () => Promise<void> {
  const running = new Set<() => Promise<unknown>>();
  return async () => {
    for (const step of steps) {
      if (running.has(step)) continue;
      running.add(step);
      await step()
        .catch(logFailure)
        .finally(() => running.delete(step));
    }
  };
}
