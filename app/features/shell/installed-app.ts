import { useSyncExternalStore } from "react";
import { useRootData } from "./hooks/use-root-data.ts";

const key = "installed-app";

/**
 * Whether the site runs as an installed app: in a window of its own or with `pwa=1`, which the visit remembers (spec 1
 * §4, "Installed-app mode"). Addresses below `/pwa/` lead to ones with `pwa=1`.
 */
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

/** The same for what is drawn; what the server knows of it until the page is alive. */
export function useInstalledApp(): boolean {
  const isStarted = useRootData()?.isInstalledApp ?? false;
  return useSyncExternalStore(
    never,
    () => isStarted || isInstalledApp(),
    () => isStarted,
  );
}
