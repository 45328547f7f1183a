declare const self: ServiceWorkerGlobalScope;

/** The worker itself, by its type: libraries call it a window. */
export const worker = self;
