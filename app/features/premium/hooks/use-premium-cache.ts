import { useEffect } from "react";
import { type RootData, useRootData } from "#app/features/site/root-data.ts";
import { removeFromLocalStorage, writeLocalStorage } from "#app/lib/local-storage.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { premiumCacheKeys, readCachedEntitlements } from "./premium-cache.ts";

const maxAgeMs = 7 * dayMs;

/** Remembers the server's word on the device, for pages without root data. Log-out clears it (docs/decisions/0018). */
export function usePremiumCache(): void {
  const root = useRootData();
  useEffect(() => {
    if (!root && readCachedEntitlements()) return;
    const { premium, trial } = root ? premiumToCache(root, Date.now()) : nothing;
    write(premiumCacheKeys.premium, premium);
    write(premiumCacheKeys.trial, trial);
  }, [root]);
}

const nothing = { premium: null, trial: null };

/** Remembers premium for 7 days, not beyond its end (epoch ms); else the trial's end (ISO 8601). `now`: epoch ms. */
export function premiumToCache(
  { user, premiumEndsAt, speedTrialEndsAt }: Pick<RootData, "user" | "premiumEndsAt" | "speedTrialEndsAt">,
  now: number,
): { premium: string | null; trial: string | null } {
  if (!user?.isPremium) return { premium: null, trial: speedTrialEndsAt };
  const until = premiumEndsAt === null ? Number.POSITIVE_INFINITY : Date.parse(premiumEndsAt);
  return { premium: String(Math.min(now + maxAgeMs, until)), trial: null };
}

function write(key: string, value: string | null): void {
  if (value === null) removeFromLocalStorage(key);
  else writeLocalStorage(key, value);
}
