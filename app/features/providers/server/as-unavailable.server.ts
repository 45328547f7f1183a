import { EngineError } from "#app/engines/providers/engine-error.ts";
import { Unavailable } from "#app/features/domain-error.ts";
import { logger } from "#app/logger.server.ts";

/**
 * For speech that somebody waits for: an engine that fails, or takes longer than its signal lets it, is `Unavailable`. That is no
 * fault of this program: it is logged as a warning.
 */
export async function asUnavailable<T>(speaking: Promise<T>): Promise<T> {
  try {
    return await speaking;
  } catch (error) {
    const isLate = error instanceof Error && error.name === "TimeoutError";
    if (!isLate && !(error instanceof EngineError)) throw error;
    logger.warn({ err: error }, "speech that somebody waited for was not ready");
    throw new Unavailable("ただいま音声を作れません。しばらくしてから、もう一度お試しください。");
  }
}
