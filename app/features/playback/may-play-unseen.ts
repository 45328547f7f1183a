import type { PlayerEntitlements } from "../premium/entitlements.ts";
import { isInstalledApp } from "../shell/installed-app.ts";
import { recallBackgroundPlay } from "./background-play.ts";

/**
 * Whether sound goes on while the page is hidden or its window has lost the focus: premium, in the installed app, with
 * background play switched on (spec 1 §4).
 */
export function mayPlayUnseen(entitlements: PlayerEntitlements): boolean {
  return entitlements.backgroundPlay && isInstalledApp() && recallBackgroundPlay();
}

/** Whether nobody sees the page. A focus in a frame of the page is the page's. */
export function isUnseen(): boolean {
  return document.visibilityState === "hidden" || !document.hasFocus();
}

/** Calls back each time the page is hidden or its window loses the focus. Returns what ends that. */
export function whenUnseen(act: () => void): () => void {
  const left = new AbortController();
  const { signal } = left;
  const look = () => isUnseen() && act();
  document.addEventListener("visibilitychange", look, { signal });
  // By the next turn it is known whether the focus only went into a frame.
  window.addEventListener("blur", () => setTimeout(look), { signal });
  return () => left.abort();
}
