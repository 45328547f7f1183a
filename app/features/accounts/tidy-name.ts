const space = /[\p{Z}\t\n\v\f\r\u0085]+/gu;

/**
 * What has no look of its own, and what turns the direction of what follows. Kept are (in the group) whole emoji
 * sequences, flags spelled in tags and the variants of a kanji, which are made with such characters.
 */
const invisible =
  /(\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{Emoji_Modifier}?(?:\u200D\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{Emoji_Modifier}?)*(?:[\u{E0061}-\u{E007A}]{2,6}\u{E007F})?|[0-9#*]\uFE0F?\u20E3|\p{Script=Han}[\u{E0100}-\u{E01EF}])|[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Letters, digits, signs; the blank pattern of Braille looks like nothing. */
const visible = /(?!\u2800)[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * A person's name as it is kept: in Unicode's composed form, without characters that can't be seen or that reverse
 * what stands beside them, each run of white space one space. Empty when nothing of it could be seen.
 */
export function tidyName(text: string): string {
  const name = text
    .normalize("NFC")
    .replace(space, " ")
    .replace(invisible, "$1")
    .replace(/ {2,}/g, " ")
    .trim();
  return visible.test(name) ? name : "";
}
