import { isPremium } from "#app/features/accounts/account.ts";
import type { IconName } from "#app/ui/icon.tsx";

/** Audio generations per day (Asia/Tokyo). */
export const dailyGenerationLimits = { free: 3, premium: 10 } as const;

export const playlistLimits = { free: 10, premium: 100 } as const;

export interface Entitlements {
  adFree: boolean;
  /** By premium, or during the 24 hours of the speed trial. */
  doubleSpeed: boolean;
  /** Playback continues while the installed app is hidden. */
  backgroundPlay: boolean;
  /** 128 kbps and the engine's full sample rate, where a track has them. */
  highQuality: boolean;
  offline: boolean;
  premiumOnlyTracks: boolean;
}

export type PlayerEntitlements = Pick<
  Entitlements,
  "adFree" | "doubleSpeed" | "backgroundPlay" | "highQuality"
>;

/** Everything with premium, `doubleSpeed` during the trial, nothing for a visitor (`null`). */
export function entitlementsOf(
  account: { isPremium: boolean; premiumEndDate: Date | null; speedTrialEndsAt: Date | null } | null,
  now: Date = new Date(),
): Entitlements {
  const premium = account !== null && isPremium(account, now);
  const onTrial = account?.speedTrialEndsAt != null && account.speedTrialEndsAt > now;
  return {
    adFree: premium,
    doubleSpeed: premium || onTrial,
    backgroundPlay: premium,
    highQuality: premium,
    offline: premium,
    premiumOnlyTracks: premium,
  };
}

/** The terms that screens, help and legal pages state. */
export const premiumTerms = {
  /** Yen per month, tax included. */
  price: 550,
  /** Each account can pause once. */
  pauseDays: 90,
  /** The email about the end of a pause is sent this many days before it. */
  reminderDays: 7,
  /** The latest cancellation, in hours before the renewal. */
  cancelHours: 24,
  /** Each account gets one trial. */
  trialHours: 24,
} as const;

const signInErrorMessages = {
  auth_failed: "Googleでの認証に失敗しました。もう一度ログインしてください。",
  server_error: "サーバーで問題が発生しました。しばらくしてから、もう一度お試しください。",
  token_failed: "Googleから認証情報を受け取れませんでした。もう一度ログインしてください。",
  login_failed: "ログインを完了できませんでした。もう一度ログインしてください。",
  other: "認証中に問題が発生しました。もう一度お試しください。",
} as const;

const isSignInErrorCode = (code: string): code is keyof typeof signInErrorMessages =>
  Object.hasOwn(signInErrorMessages, code);

/** The message of `/premium` for `?error=`. An unknown code gets that of `other`. */
export function signInErrorMessage(code: string | null): string | null {
  if (code === null) return null;
  return signInErrorMessages[isSignInErrorCode(code) ? code : "other"];
}

export interface PremiumOffer {
  description: string;
  tagline: string;
  price: number;
  benefits: readonly { icon: IconName; title: string; text: string }[];
}

export interface OfferNotice {
  title: string;
  text: string;
  link?: { to: string; label: string };
}
