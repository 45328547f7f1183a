import { useSyncExternalStore } from "react";
import { useRootData } from "./root-data.ts";

const key = "installed-app";

/** Whether the site runs as an app: in standalone mode, or after `?pwa=1` (as `/pwa/` redirects) in this visit. */
export function isInstalledApp(): boolean {
  const isNow =
    window.matchMedia("(display-mode: standalone)").matches ||
    new URLSearchParams(location.search).get("pwa") === "1";
  try {
    if (isNow) sessionStorage.setItem(key, "yes");
    return isNow || sessionStorage.getItem(key) === "yes";
  } catch {
    return isNow;
  }
}

const never = () => () => {};

/** The same for rendering; the server's value until hydration. */
export function useInstalledApp(): boolean {
  const isStarted = useRootData()?.isInstalledApp ?? false;
  return useSyncExternalStore(
    never,
    () => isStarted || isInstalledApp(),
    () => isStarted,
  );
}
