import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";

/** The reading in katakana without spaces; null if it is no kana. */
export function toKatakana(reading: string): string | null {
  const kana = normalizeUnicode(reading, "NFKC")
    .replace(/[\s・]/g, "")
    .replace(/[〜～~]/g, "ー")
    .replace(/[ぁ-ゖ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x60));
  return /^[ァ-ヶ][ァ-ヶー]*$/.test(kana) ? kana : null;
}

/** キャ is one; ー, ッ and ン are one each. */
export function countMorae(katakana: string): number {
  return katakana.replace(/[ァィゥェォャュョヮ]/g, "").length;
}

/** Small kana belong to the one before. */
export const splitMorae = (katakana: string): string[] => katakana.match(/.[ァィゥェォャュョヮ]*/gu) ?? [];
