const closingController = new AbortController();
const controller = new AbortController();

/** Aborts when this process is told to stop: answers that have no end of their own end now. */
export const closing: AbortSignal = closingController.signal;

export function announceClosing(): void {
  closingController.abort();
}

/** Aborts when this process is about to end: whoever waits for something answers with what there is. */
export const stopping: AbortSignal = controller.signal;

export function announceStop(): void {
  controller.abort();
}
