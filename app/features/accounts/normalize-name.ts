import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";

export const maxNameLength = 50;

const space = /[\p{Z}\t\n\v\f\r\u0085]+/gu;

/** Invisible characters and direction marks. The group keeps those in emoji, in flags spelled in tags, in kanji variants. */
const invisible =
  /(\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{Emoji_Modifier}?(?:\u200D\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{Emoji_Modifier}?)*(?:[\u{E0061}-\u{E007A}]{2,6}\u{E007F})?|[0-9#*]\uFE0F?\u20E3|\p{Script=Han}[\u{E0100}-\u{E01EF}])|[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Without the blank Braille pattern, which is a symbol. */
const visible = /(?!\u2800)[\p{L}\p{N}\p{P}\p{S}]/u;

/** NFC, no invisible characters or direction marks, each run of white space as one space. Empty when nothing is visible. */
export function normalizeName(text: string): string {
  const name = normalizeUnicode(text, "NFC")
    .replace(space, " ")
    .replace(invisible, "$1")
    .replace(/ {2,}/g, " ")
    .trim();
  return visible.test(name) ? name : "";
}
