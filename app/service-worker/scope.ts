declare const self: ServiceWorkerGlobalScope;

/** The global scope with its type: TypeScript's other libraries declare `self` as a window. */
export const worker = self;
