/** Trimmed, with LF line ends, without NUL (which Postgres refuses) and lone surrogates. */
export function normalizeText(text: string): string {
  return text.replace(/\r\n?/g, "\n").replaceAll("\0", "").toWellFormed().trim();
}

/**
 * The length of a text, everywhere in browser and server: code points after `normalizeText`. An emoji is one character or several,
 * never a fraction; the CRLF of form posts counts as one.
 */
export function countCharacters(text: string): number {
  return [...normalizeText(text)].length;
}

/**
 * The attribute `maxLength` of a control whose text may have `max` characters: it counts UTF-16 units, and cuts without a word.
 * So it stops what is far too long only; the server's message says what is a little too long.
 */
export const maxUnits = (max: number): number => 2 * max;
