const controller = new AbortController();

/** Aborts when this process is about to end: whoever waits for something answers with what there is. */
export const stopping: AbortSignal = controller.signal;

export function announceStop(): void {
  controller.abort();
}
