import { useSyncExternalStore } from "react";

const key = "installed-app";

/**
 * Whether the site runs as an installed app: in a window of its own, below `/pwa/` or with `pwa=1`, which the visit
 * remembers (spec 1 §4, "Installed-app mode").
 */
export function isInstalledApp(): boolean {
  const isNow =
    window.matchMedia("(display-mode: standalone)").matches ||
    location.pathname.startsWith("/pwa/") ||
    new URLSearchParams(location.search).get("pwa") === "1";
  try {
    if (isNow) sessionStorage.setItem(key, "yes");
    return isNow || sessionStorage.getItem(key) === "yes";
  } catch {
    return isNow;
  }
}

const never = () => () => {};

/** The same for what is drawn; a browser until the page is alive. */
export function useInstalledApp(): boolean {
  return useSyncExternalStore(never, isInstalledApp, () => false);
}
