import "./push.ts";
import { parseCoverImagePath } from "#app/features/covers/cover-address.ts";
import { coverThumbnail } from "#app/features/covers/drawing/cover-thumbnail.ts";
import { findDownloadedAudio } from "./downloads.ts";
import { respondToNavigation } from "./navigation.ts";
import { worker } from "./scope.ts";
import { findInShell, installShell, isOfflinePath, removeOldShells } from "./shell.ts";

worker.addEventListener("install", (event) => event.waitUntil(installShell()));

worker.addEventListener("activate", (event) => event.waitUntil(activate()));

async function activate(): Promise<void> {
  // Lets the browser request the page while the worker starts.
  await worker.registration.navigationPreload?.enable();
  await removeOldShells();
  await worker.clients.claim();
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== worker.location.origin) return;
  if (request.mode === "navigate") {
    event.waitUntil(skipWaitingWhenAlone(event.resultingClientId));
    event.respondWith(respondToNavigation(event, url));
    return;
  }
  const response = findInShell(url) ?? findDownloadedAudio(request, url) ?? findThumbnail(request, url);
  if (response) event.respondWith(response);
});

/** From the network or the browser's cache, else drawn here; null for other URLs. */
function findThumbnail(request: Request, url: URL): Promise<Response> | null {
  const drawn = parseCoverImagePath(url.pathname);
  if (!drawn) return null;
  const headers = { "Content-Type": "image/svg+xml" };
  return fetch(request).catch(() => new Response(coverThumbnail(drawn), { headers }));
}

const skipWaitingMessage = "take-over";

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
async function skipWaitingWhenAlone(pageId: string): Promise<void> {
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
  // It belongs to this version.
  if (!page || isOfflinePath(new URL(page.url))) return;
  for (let check = 0; check < maxChecks && isLast; check += 1) {
    const pages = await worker.clients.matchAll({ type: "window" });
    if (pages.length === 1 && pages[0]?.id === pageId) return waiting.postMessage(skipWaitingMessage);
    await Promise.race([laterPage, wait(checkIntervalMs)]);
  }
}

worker.addEventListener("message", (event) => {
  if (event.data === skipWaitingMessage) event.waitUntil(worker.skipWaiting());
});
