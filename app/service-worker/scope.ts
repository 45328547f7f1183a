declare const self: ServiceWorkerGlobalScope;

/** Typed: other libraries declare `self` as a window. */
export const worker = self;
