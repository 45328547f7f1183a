import { setTimeout as delay } from "node:timers/promises";
import { logger } from "./logger.server.ts";

/** The end of a process takes at most so long after its signal (ms): who starts it waits a little longer, then kills it. */
const maxStopMs = 20_000;

interface ShutdownStep {
  name: string;
  /** How long the next step waits for this one (ms). */
  graceMs: number;
  end(): unknown;
}

/**
 * Runs the steps of a process' end one after another. A step that fails or takes longer than its grace is logged, and the
 * next one follows. After `withinMs` nothing is waited for, but all steps begin.
 */
export async function runShutdownSteps(
  steps: readonly ShutdownStep[],
  withinMs: number = maxStopMs,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (const { name, graceMs, end } of steps) {
    const waiting = new AbortController();
    const waitMs = Math.max(0, Math.min(graceMs, deadline - performance.now()));
    const tooLate = async () => {
      await delay(waitMs, undefined, { signal: waiting.signal });
      throw new Error(`not ended within ${Math.round(waitMs)} ms`);
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
