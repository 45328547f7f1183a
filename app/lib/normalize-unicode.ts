/** Combining marks, and half-width sound marks, which NFKC makes such. */
const marksBeyond = /([\p{M}\uFF9E\uFF9F]{30})[\p{M}\uFF9E\uFF9F]+/gu;

/** More marks on a character than any script needs (as in Unicode's Stream-Safe Text Format). */
export const maxMarks = 30;

/**
 * Prevents slow texts: sorting the marks of one character takes the square of their number, so marks after the thirtieth are
 * left out. Use no other normalization. Who can refuse a text asks `isMeasured` first.
 */
export function normalizeUnicode(text: string, form: "NFC" | "NFD" | "NFKC"): string {
  return text.replace(marksBeyond, "$1").normalize(form);
}

/**
 * Whether a text can have at most `max` characters after normalization, without white space and invisible characters; checked
 * before that work. False for more marks on a character than any script has.
 */
export function isMeasured(text: string, max: number): boolean {
  // Two code units a character, four characters that become one, and white space around.
  return text.length <= 8 * max + 200 && text.search(marksBeyond) === -1;
}
