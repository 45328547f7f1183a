import { offlinePath } from "#app/features/shell/offline-path.ts";
import { worker } from "./scope.ts";

const prefix = "shell-";
const name = `${prefix}${shellVersion}`;
const files = new Set(shellFiles);
/** Files fetched at a time: the page that people look at comes first. */
const lanes = 3;

/** Fetches all that this version of the app needs without a network; what another version has of it is taken over. */
export async function installShell(): Promise<void> {
  const cache = await caches.open(name);
  const waiting = [...files];
  const fetchNext = async (): Promise<void> => {
    const path = waiting.pop();
    if (path === undefined) return;
    await cache.put(path, (await caches.match(path)) ?? (await fetchFile(path)));
    return fetchNext();
  };
  await Promise.all([fetchOfflinePage(cache), ...Array.from({ length: lanes }, fetchNext)]);
}

async function fetchFile(path: string): Promise<Response> {
  const response = await fetch(path, { priority: "low" });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response;
}

/** Asked for without cookies, so that it shows nobody's name, and kept only if it belongs to these files. */
async function fetchOfflinePage(cache: Cache): Promise<void> {
  const response = await fetch(offlinePath, { credentials: "omit", cache: "no-store", priority: "low" });
  const html = await response.clone().text();
  const named = html.match(/\/assets\/[\w.-]+/g) ?? [];
  const isOwn = named.length > 0 && named.every((path) => files.has(path));
  if (!response.ok || response.redirected || !isOwn) throw new Error("the offline page is another version's");
  await cache.put(offlinePath, response);
}

/** Called once no page of an older version is open any more. */
export async function removeOldShells(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((one) => one.startsWith(prefix) && one !== name).map((one) => caches.delete(one)),
  );
}

/** A file of this version, from the device; null for what is none. */
export function findInShell(url: URL): Promise<Response> | null {
  if (!files.has(url.pathname)) return null;
  return caches.match(url.pathname, { cacheName: name }).then((kept) => kept ?? fetch(url));
}

/** The page for visitors without a network; undefined where the browser has thrown it away. */
export function findOfflinePage(): Promise<Response | undefined> {
  return caches.match(offlinePath, { cacheName: name });
}

export const isOfflinePath = (url: URL): boolean => url.pathname === offlinePath;

/** Where the app starts without a network. The page goes on to home by itself when there is one again. */
export const offlineStart = (): string => new URL(`${offlinePath}#start`, worker.location.origin).href;
