/** Longest reason that an author is given, in characters. */
export const maxReasonLength = 1000;

/** What an author and an admin are told. */
export const moderationMessages = {
  missing: "音声が見つかりません",
  reasonMissing: "理由を入力するか、「理由を送らない」を選んでください",
  reasonTooLong: `理由は${maxReasonLength}文字以内で入力してください`,
  alreadyTakenDown: "この音声の公開は、すでに停止されています。いまの状態を表示しました。",
  notTakenDown: "この音声の公開停止は、すでに解除されています。いまの状態を表示しました。",
  notWaiting: "この音声は、確認を待っていません。いまの状態を表示しました。",
  notFeaturable: "公開されていない音声は、今夜の一本にできません。",
  featuredDayOver: "今日より前の日は選べません。",
  /** To the admin, who wants to change the author's own setting. */
  takedownForAdmin: "公開を停止している音声です。公開停止を解除すると、公開状態を変更できます。",
  /** To the author, who wants to. */
  takedownForAuthor:
    "運営が公開を停止している音声です。公開状態は変更できません。ご不明な点はお問い合わせください。",
} as const;

/** `tracks.featuredUntil` of a choice of 今夜の一本 that lasts until it is undone. */
export const untilUndone = new Date("9999-12-31T00:00:00Z");

/** The mark of a taken down track as its author sees it. */
export interface Takedown {
  /** Null when the operator gives none. */
  reason: string | null;
}
