import { offlinePath } from "#app/features/site/offline-path.ts";
import { worker } from "./scope.ts";

const cachePrefix = "shell-";
const cacheName = `${cachePrefix}${shellVersion}`;
const files = new Set(shellFiles);
/** Few, so that the installation does not slow down the open page. */
const maxParallelFetches = 3;

/** Caches all files that this version of the app needs offline; copies those that another version has cached. */
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

/** Fetched without cookies, so that it holds no personal data; cached only if all assets that it names are of this version. */
async function fetchOfflinePage(cache: Cache): Promise<void> {
  const response = await fetch(offlinePath, { credentials: "omit", cache: "no-store", priority: "low" });
  const html = await response.clone().text();
  const assets = html.match(/\/assets\/[\w.-]+/g) ?? [];
  const isThisVersion = assets.length > 0 && assets.every((path) => files.has(path));
  if (!response.ok || response.redirected || !isThisVersion)
    throw new Error("the offline page is another version's");
  await cache.put(offlinePath, response);
}

/** Deletes the caches of other versions. Call it on activation, when no page of an older version is open. */
export async function removeOldShells(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((one) => one.startsWith(cachePrefix) && one !== cacheName).map((one) => caches.delete(one)),
  );
}

/** A file of this version from the cache, or from the network if the browser has evicted it; null for other URLs. */
export function findInShell(url: URL): Promise<Response> | null {
  if (!files.has(url.pathname)) return null;
  return caches.match(url.pathname, { cacheName: cacheName }).then((cached) => cached ?? fetch(url));
}

/** The cached offline page; undefined if the browser has evicted it. */
export function findOfflinePage(): Promise<Response | undefined> {
  return caches.match(offlinePath, { cacheName: cacheName });
}

export const isOfflinePath = (url: URL): boolean => url.pathname === offlinePath;

/** Where the app starts without a network. `#start` makes the page go to home when the network is back. */
export const offlineStart = (): string => new URL(`${offlinePath}#start`, worker.location.origin).href;
