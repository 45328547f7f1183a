import { findKeptAudio } from "./kept-audio.ts";
import { openPage } from "./open-page.ts";
import "./push.ts";
import { worker } from "./scope.ts";
import { findInShell, installShell, removeOldShells } from "./shell.ts";
import { takeOverWhenAlone } from "./take-over.ts";

worker.addEventListener("install", (event) => event.waitUntil(installShell()));

worker.addEventListener("activate", (event) => event.waitUntil(begin()));

async function begin(): Promise<void> {
  // A page is asked for while the worker itself is still starting.
  await worker.registration.navigationPreload?.enable();
  await removeOldShells();
  await worker.clients.claim();
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  // Whatever gets no answer here goes to the network as if there were no worker.
  if (request.method !== "GET" || url.origin !== worker.location.origin) return;
  if (request.mode === "navigate") {
    event.waitUntil(takeOverWhenAlone(event.resultingClientId));
    event.respondWith(openPage(event, url));
    return;
  }
  const kept = findInShell(url) ?? findKeptAudio(request, url);
  if (kept) event.respondWith(kept);
});
