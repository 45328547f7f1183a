import { worker } from "./scope.ts";

const takeOver = "take-over";

/**
 * A newer worker waits while pages of this version are open: they find their files until they are left. Where a single
 * page is open and is being left for another, nobody needs them any longer.
 */
export async function takeOverWhenAlone(next: URL): Promise<void> {
  const { waiting } = worker.registration;
  // Below /api there are files too, and the page stays where it is while one is saved.
  if (!waiting || next.pathname.startsWith("/api/")) return;
  const pages = await worker.clients.matchAll({ type: "window" });
  if (pages.length <= 1) waiting.postMessage(takeOver);
}

worker.addEventListener("message", (event) => {
  if (event.data === takeOver) event.waitUntil(worker.skipWaiting());
});
