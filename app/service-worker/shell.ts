import { offlinePath } from "#app/features/site/offline-path.ts";
import { worker } from "./scope.ts";

const cachePrefix = "shell-";
const cacheName = `${cachePrefix}${shellVersion}`;
const files = new Set(shellFiles);
/** Few: the installation must not slow the open page. */
const maxParallelFetches = 3;

/** Caches all offline files of this version; copies those that another version has. */
export async function installShell(): Promise<void> {
  const cache = await caches.open(cacheName);
  const pending = [...files];
  const fetchNext = async (): Promise<void> => {
    const path = pending.pop();
    if (path === undefined) return;
    await cache.put(path, (await caches.match(path)) ?? (await fetchFile(path)));
    return fetchNext();
  };
  await Promise.all([fetchOfflinePage(cache), ...Array.from({ length: maxParallelFetches }, fetchNext)]);
}

async function fetchFile(path: string): Promise<Response> {
  const response = await fetch(path, { priority: "low" });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response;
}

/** Without cookies, so without personal data; cached only if all its assets are of this version. */
async function fetchOfflinePage(cache: Cache): Promise<void> {
  const response = await fetch(offlinePath, { credentials: "omit", cache: "no-store", priority: "low" });
  const html = await response.clone().text();
  const assets = html.match(/\/assets\/[\w.-]+/g) ?? [];
  const isThisVersion = assets.length > 0 && assets.every((path) => files.has(path));
  if (!response.ok || response.redirected || !isThisVersion)
    throw new Error("the offline page is another version's");
  await cache.put(offlinePath, response);
}

/** Call on activation, when no older page is open. */
export async function removeOldShells(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((one) => one.startsWith(cachePrefix) && one !== cacheName).map((one) => caches.delete(one)),
  );
}

/** A file from the cache, or the network if evicted; null for other URLs. */
export function findInShell(url: URL): Promise<Response> | null {
  if (!files.has(url.pathname)) return null;
  return caches.match(url.pathname, { cacheName: cacheName }).then((cached) => cached ?? fetch(url));
}

export function findOfflinePage(): Promise<Response | undefined> {
  return caches.match(offlinePath, { cacheName: cacheName });
}

export const isOfflinePath = (url: URL): boolean => url.pathname === offlinePath;

/** `#start` makes the page go home when the network is back. */
export const offlineStart = (): string => new URL(`${offlinePath}#start`, worker.location.origin).href;
