import type { PlayerEntitlements } from "#app/features/premium/premium.ts";
import { isInstalledApp } from "#app/features/site/installed-app.ts";
import { isBackgroundPlayOn } from "../background-play.ts";

/** Whether playback continues in the background: only with premium, in the installed app, and with the setting on. */
export function canPlayInBackground(entitlements: PlayerEntitlements): boolean {
  return entitlements.backgroundPlay && isInstalledApp() && isBackgroundPlayOn();
}

/** Whether the page is hidden or without focus. Focus in a frame of the page counts as the page's. */
export function isInBackground(): boolean {
  return document.visibilityState === "hidden" || !document.hasFocus();
}

/** Calls `listener` each time the page is hidden or loses the focus. */
export function onBackground(listener: () => void): void {
  const check = () => isInBackground() && listener();
  document.addEventListener("visibilitychange", check);
  // `hasFocus` is wrong until the next task when the focus moves into a frame.
  window.addEventListener("blur", () => setTimeout(check));
}
