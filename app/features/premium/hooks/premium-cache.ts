import { readLocalStorage } from "#app/lib/local-storage.ts";
import type { PlayerEntitlements } from "../premium.ts";

/** localStorage keys, written by `use-premium-cache.ts`. */
export const premiumCacheKeys = {
  /** Epoch ms until which pages without root data show premium. */
  premium: "premium-until",
  /** End of the speed trial, ISO 8601. */
  trial: "speed-trial-ends-at",
} as const;

/** The end of the speed trial that the device remembers, ISO 8601. */
export const readCachedTrialEnd = (): string | null => readLocalStorage(premiumCacheKeys.trial);

/**
 * The entitlements that the device remembers, for pages without root data; null without premium and trial. They affect
 * display and playback only: the server decides for itself.
 */
export function readCachedEntitlements(): PlayerEntitlements | null {
  const now = Date.now();
  const isPremium = Number(readLocalStorage(premiumCacheKeys.premium)) > now;
  if (!isPremium && !(Date.parse(`${readCachedTrialEnd()}`) > now)) return null;
  return { adFree: isPremium, doubleSpeed: true, backgroundPlay: isPremium, highQuality: isPremium };
}
