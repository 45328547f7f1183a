/**
 * Sizes of what a member types, and how they are counted. Read by the schemas on the server and by the form in
 * the browser, so this file stays free of imports.
 */

/** Longest source text, in characters (spec 3 §9). */
export const sourceTextLimit = 2000;
export const titleLimit = 100;
/** A script is the text and its frame; a member's edits have the same room. */
export const scriptLimit = 6000;
/** The reading rate and its slider (spec 3 §5). */
export const speakingRates = { least: 0.5, most: 2, step: 0.1, usual: 1 };

/** Line ends as LF, without NUL (Postgres refuses it) and lone surrogates, trimmed. */
export function normalizeText(text: string): string {
  return text.replace(/\r\n?/g, "\n").replaceAll("\0", "").toWellFormed().trim();
}

/** Characters as people count them: code points, with form posts' CRLF as one. */
export function countCharacters(text: string): number {
  return [...normalizeText(text)].length;
}
