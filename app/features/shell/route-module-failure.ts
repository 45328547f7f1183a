import { fetchJson } from "#app/lib/fetch-json.ts";

declare global {
  interface Window {
    /** React Router calls it when a screen's script could not be loaded. */
    handleRouteModuleFailure?: (path: string) => Promise<unknown>;
  }
}

const checkIntervalMs = 1000;

let isWaiting = false;
let tell: (() => void) | undefined;

export const isWaitingForNetwork = (): boolean => isWaiting;

let nextPage: string | undefined;

/** Path and query of the page that the browser is on its way to; undefined when it stays. */
export function recordNextPage(path: string | undefined): void {
  nextPage = path;
}

/** Calls the frame's only listener at each change, for the life of the page. */
export function subscribeToNetworkWait(listener: () => void): () => void {
  tell = listener;
  return () => {};
}

function setWaiting(next: boolean): void {
  isWaiting = next;
  tell?.();
}

/**
 * Without a network the page stays, with its sound, until the server can be reached; then the script is loaded and returned.
 * With a network the script is gone from the server: the next page's document brings the new version's. It is loaded too if a
 * script that the screen shares with others failed before, since only the screen's own can be asked for by another address.
 */
export async function handleRouteModuleFailure(path: string): Promise<unknown> {
  if (await canReachServer()) return openNextPage();
  setWaiting(true);
  do await new Promise((resolve) => setTimeout(resolve, checkIntervalMs));
  while (!(await canReachServer()));
  setWaiting(false);
  // Another address: browsers remember for a page's life that a module failed.
  return import(/* @vite-ignore */ `${path}?again`).catch(openNextPage);
}

function openNextPage(): Promise<never> {
  if (nextPage === undefined) location.reload();
  else location.assign(nextPage);
  return new Promise(() => {});
}

const canReachServer = async () => (await fetchJson("GET", "/ping")).ok;
