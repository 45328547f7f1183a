import { isPremium } from "./is-premium.ts";

/** What an account may do beyond a free one. */
export interface Entitlements {
  /** 2.0x speed: premium, or within the 24 hours of the trial (spec 1 §4, §6). */
  doubleSpeed: boolean;
  /** Sound that goes on while the installed app is hidden (spec 1 §4, §5). */
  backgroundPlay: boolean;
  /** Sound of 128 kbps instead of 64 (decisions, "Premium"). */
  highQuality: boolean;
  /** Tracks kept on the device, in high quality (decisions, "Premium"). */
  offline: boolean;
}

/** Those that the player goes by. */
export type PlayerEntitlements = Pick<Entitlements, "doubleSpeed" | "backgroundPlay" | "highQuality">;

/** The one rule of what premium and trial open; nobody (`null`) has nothing. */
export function entitlementsOf(
  account: { isPremium: boolean; premiumEndDate: Date | null; speedTrialEndsAt: Date | null } | null,
  now: Date = new Date(),
): Entitlements {
  const premium = account !== null && isPremium(account, now);
  const onTrial = account?.speedTrialEndsAt != null && account.speedTrialEndsAt > now;
  return {
    doubleSpeed: premium || onTrial,
    backgroundPlay: premium,
    highQuality: premium,
    offline: premium,
  };
}
