export const maxReasonLength = 1000;

export const moderationMessages = {
  missing: "音声が見つかりません",
  reasonMissing: "理由を入力するか、「理由を送らない」を選んでください",
  reasonTooLong: `理由は${maxReasonLength.toLocaleString("ja-JP")}文字以内で入力してください`,
  alreadyTakenDown: "この音声の公開は、すでに停止されています。いまの状態を表示しました。",
  notTakenDown: "この音声の公開停止は、すでに解除されています。いまの状態を表示しました。",
  notWaiting: "この音声は、確認を待っていません。いまの状態を表示しました。",
  notFeaturable: "公開されていない音声は、今夜の一本にできません。",
  featuredDayOver: "今日より前の日は選べません。",
  takedownForAdmin: "公開を停止している音声です。公開停止を解除すると、公開状態を変更できます。",
  takedownForAuthor:
    "運営が公開を停止している音声です。公開状態は変更できません。ご不明な点はお問い合わせください。",
} as const;

/** `tracks.featuredUntil` of a choice that lasts until it is undone. */
export const untilUndone = new Date("9999-12-31T00:00:00Z");

export interface Takedown {
  reason: string | null;
}
