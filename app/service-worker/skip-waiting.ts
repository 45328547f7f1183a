import { worker } from "./scope.ts";
import { isOfflinePath } from "./shell.ts";

const skipWaitingMessage = "take-over";

/** How often to check whether the previous page has closed. */
const maxChecks = 4;
const checkIntervalMs = 500;

/**
 * Activates a newer worker that is waiting if the page `pageId`, which is just being loaded, is the only open one: no
 * page of this version needs the cached files then. A navigation that ends in a file download has no page.
 */
export async function skipWaitingWhenAlone(pageId: string): Promise<void> {
  const { waiting } = worker.registration;
  if (!waiting || !pageId) return;
  // Resolves once the client exists; before, `matchAll` does not list it.
  const page = await worker.clients.get(pageId);
  // The offline page belongs to this version.
  if (!page || isOfflinePath(new URL(page.url))) return;
  for (let check = 0; check < maxChecks; check += 1) {
    const pages = await worker.clients.matchAll({ type: "window" });
    if (pages.length === 1 && pages[0]?.id === pageId) return waiting.postMessage(skipWaitingMessage);
    await new Promise((resolve) => setTimeout(resolve, checkIntervalMs));
  }
}

worker.addEventListener("message", (event) => {
  if (event.data === skipWaitingMessage) event.waitUntil(worker.skipWaiting());
});
