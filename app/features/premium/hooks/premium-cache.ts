import { readLocalStorage } from "#app/lib/local-storage.ts";
import type { PlayerEntitlements } from "../premium.ts";

export const premiumCacheKeys = {
  /** Epoch ms. Until then, pages without root data show premium. */
  premium: "premium-until",
  /** ISO 8601. */
  trial: "speed-trial-ends-at",
} as const;

export const readCachedTrialEnd = (): string | null => readLocalStorage(premiumCacheKeys.trial);

/** Null without premium and trial. For display and playback only: the server decides for itself. */
export function readCachedEntitlements(): PlayerEntitlements | null {
  const now = Date.now();
  const isPremium = Number(readLocalStorage(premiumCacheKeys.premium)) > now;
  if (!isPremium && !(Date.parse(`${readCachedTrialEnd()}`) > now)) return null;
  return { adFree: isPremium, doubleSpeed: true, backgroundPlay: isPremium, highQuality: isPremium };
}
