import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";

export interface PronunciationItem {
  id: number;
  word: string;
  /** Katakana. */
  reading: string;
  accent: number | null;
}

export const pronunciationsPath = "/settings/readings";
export const sitePronunciationsPath = "/admin/readings";

export const pronunciationsPerPage = 50;
export const maxPronunciations = { member: 500, site: 5000 };
export const maxWordLength = 50;
export const maxReadingLength = 100;
/** In characters: the largest dictionary with room. */
export const maxImportLength = 200_000;

export const pronunciationMessages = {
  word: "言葉を入力してください",
  wordTooLong: `言葉は${maxWordLength}文字以内で入力してください`,
  reading: "読みを入力してください",
  readingTooLong: `読みは${maxReadingLength}文字以内で入力してください`,
  readingKana: "読みは、ひらがなかカタカナで入力してください",
  accent: "アクセントは、0から読みの音の数までの数字で入力してください",
  taken: "その言葉は、すでに登録されています",
  importEmpty: "取り込む内容を貼り付けるか、ファイルを選んでください",
  importTooLong: "取り込む内容が大きすぎます",
};

/** Ignores case and width: NVIDIA and ｎｖｉｄｉａ are one entry. */
export function wordKey(word: string): string {
  return normalizeUnicode(word, "NFKC").toLowerCase();
}
