const closingController = new AbortController();
const stoppingController = new AbortController();

/**
 * Aborts when this process receives the stop signal: it is no longer ready, and responses without an end (event streams) end now.
 */
export const closing: AbortSignal = closingController.signal;

export function signalClosing(): void {
  closingController.abort();
}

/** Aborts shortly before the process ends: a request that waits for a job answers with what there is. */
export const stopping: AbortSignal = stoppingController.signal;

export function signalStopping(): void {
  stoppingController.abort();
}
