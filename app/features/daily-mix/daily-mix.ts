import type { mixReasons } from "#db/schema/index.ts";

export const dailyMixPath = "/today";
export const dailyMixName = "今日の無限";

export const mixLengths = [10, 18, 30, 60] as const;
export type MixLength = (typeof mixLengths)[number];
export const defaultMixLength: MixLength = 18;

export type MixReason = (typeof mixReasons)[number];

export const mixReasonTexts: Record<MixReason, string> = {
  resume: "聴きかけのつづき",
  followed: "フォロー中の方の新着",
  playlist: "フォロー中のリストから",
  saved: "保存して、まだ聴いていない",
  discovery: "まだ知らない声",
  again: "いいねした音声をもう一度",
};

/** Instead of the reason. */
export const heardNote = "聴き終えました";

/** The private feed with this token. */
export const mixFeedPath = (token: string): string => `/today/${token}/feed.xml`;
