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
 * With a network the script is gone from the server: a reload brings the new version's.
 */
export async function handleRouteModuleFailure(path: string): Promise<unknown> {
  if (await canReachServer()) return reload();
  setWaiting(true);
  do await new Promise((resolve) => setTimeout(resolve, checkIntervalMs));
  while (!(await canReachServer()));
  setWaiting(false);
  // Another address: browsers remember for a page's life that a module failed.
  return import(/* @vite-ignore */ `${path}?again`).catch(reload);
}

function reload(): Promise<never> {
  location.reload();
  return new Promise(() => {});
}

const canReachServer = async () => (await fetchJson("GET", "/ping")).ok;
