import type { PlayerEntitlements } from "#app/features/premium/premium.ts";
import { isInstalledApp } from "#app/features/site/installed-app.ts";
import { isBackgroundPlayOn } from "../background-play.ts";

/**
 * Whether playback continues while the page is hidden or its window has lost the focus: with premium, in the installed
 * app, and with background play turned on.
 */
export function canPlayInBackground(entitlements: PlayerEntitlements): boolean {
  return entitlements.backgroundPlay && isInstalledApp() && isBackgroundPlayOn();
}

/** Whether the page is hidden or its window has no focus. The focus in a frame of the page counts as the page's. */
export function isInBackground(): boolean {
  return document.visibilityState === "hidden" || !document.hasFocus();
}

/** Calls `listener` each time the page is hidden or its window loses the focus, for the life of the page. */
export function onBackground(listener: () => void): void {
  const check = () => isInBackground() && listener();
  document.addEventListener("visibilitychange", check);
  // In the next task `hasFocus` is right even when the focus moved into a frame of the page.
  window.addEventListener("blur", () => setTimeout(check));
}
