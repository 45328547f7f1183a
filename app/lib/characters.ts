/** Trims, makes line ends LF, removes NUL (which Postgres refuses) and lone surrogates. */
export function normalizeText(text: string): string {
  return text.replace(/\r\n?/g, "\n").replaceAll("\0", "").toWellFormed().trim();
}

/** The length of a text, the same in browser and server: code points after `normalizeText`. A form's CRLF counts as one. */
export function countCharacters(text: string): number {
  return countCodePoints(normalizeText(text));
}

/** Without an array of them: texts from outside may be long. */
export function countCodePoints(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    count++;
    if ((text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) at++;
  }
  return count;
}

/**
 * The `maxLength` of a control for `max` characters. It counts UTF-16 units and cuts silently, so it stops only what is far too
 * long; the server says what is a little too long.
 */
export const maxUnits = (max: number): number => 2 * max;
