import "./push.ts";
import { parseCoverImagePath } from "#app/features/covers/cover-address.ts";
import { coverThumbnail } from "#app/features/covers/drawing/cover-thumbnail.ts";
import { findDownloadedAudio } from "./downloads.ts";
import { respondToNavigation } from "./navigation.ts";
import { worker } from "./scope.ts";
import { findInShell, installShell, removeOldShells } from "./shell.ts";
import { skipWaitingMessage, skipWaitingWhenAlone } from "./take-over.ts";

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

worker.addEventListener("message", (event) => {
  if (event.data === skipWaitingMessage) event.waitUntil(worker.skipWaiting());
});
