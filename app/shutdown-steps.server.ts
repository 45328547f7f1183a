import { setTimeout as delay } from "node:timers/promises";
import { logger } from "./logger.server.ts";

interface ShutdownStep {
  name: string;
  /** How long the next step waits for this one (ms). */
  graceMs: number;
  end(): unknown;
}

/**
 * Runs the steps of a process' end one after another. A step that fails or takes longer than its grace is logged, and the
 * next one follows: the end always comes within the sum of the graces.
 */
export async function runShutdownSteps(steps: readonly ShutdownStep[]): Promise<void> {
  for (const { name, graceMs, end } of steps) {
    const waiting = new AbortController();
    const tooLate = async () => {
      await delay(graceMs, undefined, { signal: waiting.signal });
      throw new Error(`not ended within ${graceMs} ms`);
    };
    try {
      await Promise.race([Promise.resolve().then(end), tooLate()]);
    } catch (error) {
      logger.error({ step: name, err: error }, "a step of the shutdown failed");
    } finally {
      waiting.abort();
    }
  }
}
