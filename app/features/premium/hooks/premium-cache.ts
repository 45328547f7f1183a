import { readLocalStorage, removeFromLocalStorage, writeLocalStorage } from "#app/lib/local-storage.ts";
import type { PlayerEntitlements } from "../premium.ts";

/** localStorage key of the epoch ms at which the cached premium status expires. */
const key = "premium-until";
const lifetimeMs = 7 * 24 * 60 * 60 * 1000;

/** Stores the server's answer on the device: premium for 7 days, or no premium. */
export function cachePremium({ backgroundPlay }: PlayerEntitlements): void {
  if (backgroundPlay) writeLocalStorage(key, String(Date.now() + lifetimeMs));
  else removeFromLocalStorage(key);
}

/**
 * The cached premium entitlements, for pages without root data; null without premium. Affects display and playback only:
 * the server decides for itself.
 */
export function readCachedPremium(): PlayerEntitlements | null {
  return Number(readLocalStorage(key)) > Date.now()
    ? { doubleSpeed: true, backgroundPlay: true, highQuality: true }
    : null;
}
