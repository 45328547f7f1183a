import { worker } from "./scope.ts";

const takeOver = "take-over";

/**
 * A newer worker waits while pages of this version are open: they find their files until they are left. Where a single
 * page is open and is being left for another, nobody needs them any longer.
 */
export async function takeOverWhenAlone(): Promise<void> {
  const { waiting } = worker.registration;
  if (!waiting) return;
  const pages = await worker.clients.matchAll({ type: "window" });
  if (pages.length <= 1) waiting.postMessage(takeOver);
}

worker.addEventListener("message", (event) => {
  if (event.data === takeOver) event.waitUntil(worker.skipWaiting());
});
