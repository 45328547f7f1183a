import { worker } from "./scope.ts";
import { isOfflinePath } from "./shell.ts";

const takeOver = "take-over";

/** How often it is looked whether the page before has gone, and after how long again, in ms. */
const looks = 4;
const pauseMs = 500;

/**
 * A newer worker waits while pages of this version are open: they find their files until they are left. Where the page
 * that has just come, `pageId`, is the only one, nobody needs them any longer. A file that is saved brings no page.
 */
export async function takeOverWhenAlone(pageId: string): Promise<void> {
  const { waiting } = worker.registration;
  if (!waiting || !pageId) return;
  // Waits until the page is there: before, it does not count among them.
  const page = await worker.clients.get(pageId);
  // The offline page is of this version.
  if (!page || isOfflinePath(new URL(page.url))) return;
  for (let look = 0; look < looks; look += 1) {
    const pages = await worker.clients.matchAll({ type: "window" });
    if (pages.length === 1 && pages[0]?.id === pageId) return waiting.postMessage(takeOver);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

worker.addEventListener("message", (event) => {
  if (event.data === takeOver) event.waitUntil(worker.skipWaiting());
});
