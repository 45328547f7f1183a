import { worker } from "./scope.ts";
import { isOfflinePath } from "./shell.ts";

/** From the old worker to the waiting one. */
export const skipWaitingMessage = "take-over";

const maxChecks = 20;
const checkIntervalMs = 500;
/** Slow phones take long to a page's first byte. */
const maxPageWaitMs = 30_000;

const wait = (ms: number) => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms));

let stopWaitingForPage = () => {};

/**
 * Activates a waiting newer worker if the loading page `pageId` is alone: then no page needs this version's files. A file
 * download has no page. A later page ends the wait: this one is gone or not alone, and the browser keeps this worker as
 * long as it waits.
 */
export async function skipWaitingWhenAlone(pageId: string): Promise<void> {
  const { waiting } = worker.registration;
  if (!waiting || !pageId) return;
  stopWaitingForPage();
  let isLast = true;
  const laterPage = new Promise<undefined>((resolve) => {
    stopWaitingForPage = () => {
      isLast = false;
      resolve(undefined);
    };
  });
  // `matchAll` lists the client only after this resolves, which it may never do.
  const page = await Promise.race([worker.clients.get(pageId), laterPage, wait(maxPageWaitMs)]);
  // The offline page is drawn by this worker: it needs no newer one.
  if (!page || isOfflinePath(new URL(page.url))) return;
  for (let check = 0; check < maxChecks && isLast; check += 1) {
    const pages = await worker.clients.matchAll({ type: "window" });
    if (pages.length === 1 && pages[0]?.id === pageId) return waiting.postMessage(skipWaitingMessage);
    await Promise.race([laterPage, wait(checkIntervalMs)]);
  }
}
