import { isPremium } from "#app/features/accounts/account.ts";
import type { IconName } from "#app/ui/icon.tsx";

/** Audio generations per day (Asia/Tokyo) of a free and of a premium member. */
export const dailyGenerationLimits = { free: 3, premium: 10 } as const;

export const playlistLimits = { free: 10, premium: 100 } as const;

/** What an account may do beyond a free account. */
export interface Entitlements {
  /** No card of the official account in the player (`ad-free.ts`). */
  adFree: boolean;
  /** Playback at 2.0x: premium, or within the 24 hours of the speed trial. */
  doubleSpeed: boolean;
  /** Playback goes on while the installed app is hidden. */
  backgroundPlay: boolean;
  /** Audio of 128 kbps and the engine's full sample rate, of tracks that have it. */
  highQuality: boolean;
  /** Downloads to the device, in high quality. */
  offline: boolean;
  /** Premium-only tracks to their end. */
  premiumOnlyTracks: boolean;
}

export type PlayerEntitlements = Pick<
  Entitlements,
  "adFree" | "doubleSpeed" | "backgroundPlay" | "highQuality"
>;

/** The entitlements of an account at `now`: everything with premium, `doubleSpeed` during the trial, nothing for a visitor (`null`). */
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

/** Conditions of sale, as screens, help and legal pages state them. */
export const premiumTerms = {
  /** Yen per month, tax included. */
  price: 550,
  /** Days for which billing can be paused, once. */
  pauseDays: 90,
  /** An email says this many days before that a pause ends. */
  reminderDays: 7,
  /** A cancellation must be made this many hours before the renewal. */
  cancelHours: 24,
  /** Length of the 2.0x speed trial that every account gets once. */
  trialHours: 24,
} as const;

const signInErrorMessages = {
  auth_failed: "Googleでの認証に失敗しました。もう一度ログインしてください。",
  server_error: "サーバーで問題が発生しました。少し時間をおいてから、もう一度お試しください。",
  token_failed: "Googleから認証情報を受け取れませんでした。もう一度ログインしてください。",
  login_failed: "ログインを完了できませんでした。もう一度ログインしてください。",
  other: "認証中に問題が発生しました。もう一度お試しください。",
} as const;

const isSignInErrorCode = (code: string): code is keyof typeof signInErrorMessages =>
  Object.hasOwn(signInErrorMessages, code);

/** The message of `/premium` for `?error=`; null without one. An unknown code gets the message of `other`. */
export function signInErrorMessage(code: string | null): string | null {
  if (code === null) return null;
  return signInErrorMessages[isSignInErrorCode(code) ? code : "other"];
}

/** What `/premium` says about the plan. */
export interface PremiumOffer {
  /** For search engines. */
  description: string;
  tagline: string;
  /** Yen a month, tax included. */
  price: number;
  benefits: readonly { icon: IconName; title: string; text: string }[];
  /** Conditions of the order, in the order of the page. */
  conditions: readonly { name: string; text: string }[];
}

/** A message of `/premium` to one viewer. */
export interface OfferNotice {
  title: string;
  text: string;
  link?: { to: string; label: string };
}
