/**
 * Folds text so that spellings of one Japanese word find each other: NFKC (full and half width), lower case,
 * katakana to hiragana. Stored in `search_text` and applied to every query.
 */
export function foldText(text: string): string {
  return text
    .replaceAll("\0", "")
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
}
