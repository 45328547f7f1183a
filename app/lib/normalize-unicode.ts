/** Combining marks, and the half-width sound marks, which become such by NFKC. */
const marksBeyond = /([\p{M}\uFF9E\uFF9F]{30})[\p{M}\uFF9E\uFF9F]+/gu;

/** Marks on one character that any script needs, with room (Unicode's Stream-Safe Text Format has the same number). */
export const maxMarks = 30;

/**
 * A text in a Unicode normal form, the one way to it: sorting the marks of one character takes the square of their number, so
 * marks after the thirtieth on one character are left out, and what any text costs grows with its length alone. Who can refuse
 * a text asks `isMeasured` first.
 */
export function normalizeUnicode(text: string, form: "NFC" | "NFD" | "NFKC"): string {
  return text.replace(marksBeyond, "$1").normalize(form);
}

/**
 * Whether a text can become one of at most `max` characters by a normal form and without its white space and invisible
 * characters: looked at before any of that is done. False for one with more marks on a character than any script has.
 */
export function isMeasured(text: string, max: number): boolean {
  // Two code units a character, four characters that become one, and white space around.
  return text.length <= 8 * max + 200 && text.search(marksBeyond) === -1;
}
