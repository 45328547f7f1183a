import { useEffect, useState } from "react";
import { type RootData, useRootData } from "#app/features/site/root-data.ts";
import type { Entitlements } from "../premium.ts";
import { readCachedEntitlements, readCachedTrialEnd } from "./premium-cache.ts";

/** Rounded up: 「23時間5分」, 「12分」. Null without a trial. `endsAt`: ISO 8601, `now`: epoch ms. */
export function formatRemainingTrial(endsAt: string | null, now: number): string | null {
  const minutes = endsAt === null ? 0 : Math.ceil((Date.parse(endsAt) - now) / 60_000);
  if (!(minutes > 0)) return null;
  const hours = Math.floor(minutes / 60);
  return hours > 0 ? `${hours}時間${minutes % 60}分` : `${minutes}分`;
}

/** The server decides, until the trial ends. Pages without root data ask the device. `now`: epoch ms. */
export function hasDoubleSpeed(
  root: Pick<RootData, "entitlements" | "speedTrialEndsAt" | "user"> | undefined,
  now: number,
): boolean {
  if (!root) return readCachedEntitlements() !== null;
  if (!root.entitlements.doubleSpeed) return false;
  return root.user?.isPremium === true || formatRemainingTrial(root.speedTrialEndsAt, now) !== null;
}

declare module "#app/features/site/root-data.ts" {
  interface RootData {
    /** Null without premium or without an end. */
    premiumDaysRemaining: number | null;
    /** ISO 8601; null without premium or without an end. */
    premiumEndsAt: string | null;
    /** For display: the server decides again wherever it matters. */
    entitlements: Entitlements;
    /** ISO 8601; null before the trial was started, in the past when it is over. */
    speedTrialEndsAt: string | null;
  }
}

const updateIntervalMs = 60_000;

/** The time left of the trial, updated every minute; null without a trial and with premium. */
export function useRemainingTrial(): string | null {
  const root = useRootData();
  const known = root && (root.user?.isPremium ? null : root.speedTrialEndsAt);
  const [left, setLeft] = useState<string | null>(null);
  useEffect(() => {
    const endsAt = known === undefined ? readCachedTrialEnd() : known;
    const update = () => setLeft(formatRemainingTrial(endsAt, Date.now()));
    update();
    const timer = setInterval(update, updateIntervalMs);
    return () => clearInterval(timer);
  }, [known]);
  return left;
}
