import { fetchJson } from "#app/lib/fetch-json.ts";

declare global {
  interface Window {
    /** Called by React Router when the script of a screen, at this path, could not be loaded. */
    handleRouteModuleFailure?: (path: string) => Promise<unknown>;
  }
}

/** How often the server is asked for while it can't be reached, in ms. */
const checkIntervalMs = 1000;

let isWaiting = false;
let tell: (() => void) | undefined;

/** Whether the way to another screen waits for the network. */
export const isWaitingForNetwork = (): boolean => isWaiting;

/** Calls the frame's listener, of which there is one, whenever that changes. It stays for the life of the page. */
export function subscribeToNetworkWait(listener: () => void): () => void {
  tell = listener;
  return () => {};
}

function setWaiting(next: boolean): void {
  isWaiting = next;
  tell?.();
}

/**
 * Without a network the page that is shown stays, with its sound, until the server can be reached; then the screen's script
 * is loaded and returned. With one the script is gone from the server: the page is reloaded, which brings the new version's.
 */
export async function handleRouteModuleFailure(path: string): Promise<unknown> {
  if (await canReachServer()) return reload();
  setWaiting(true);
  do await new Promise((resolve) => setTimeout(resolve, checkIntervalMs));
  while (!(await canReachServer()));
  setWaiting(false);
  // Another address: browsers remember for the life of a page that a module could not be loaded.
  return import(/* @vite-ignore */ `${path}?again`).catch(reload);
}

function reload(): Promise<never> {
  location.reload();
  return new Promise(() => {});
}

const canReachServer = async () => (await fetchJson("GET", "/ping")).ok;
