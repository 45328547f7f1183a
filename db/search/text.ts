import { and, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";
import { dialect } from "../columns.ts";

/** Makes spellings of a Japanese word equal: NFKC, lower case, katakana to hiragana. For `search_text` and every query. */
export function foldText(text: string): string {
  return normalizeUnicode(text.replaceAll("\0", ""), "NFKC")
    .toLowerCase()
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
}

const maxWords = 8;

/** Folded, separated by white space (wide too), each once, at most 8. */
export function splitWords(query: string): string[] {
  return [...new Set(foldText(query).split(/\s+/).filter(Boolean))].slice(0, maxWords);
}

/** What parts words in folded text; other white space is a character. */
const isWordBreak = (character: string) => character === " " || character === "\n";

/**
 * Each one and two neighbouring code points of folded text, without breaks. Only a text with all of a word's grams can contain
 * it.
 */
export function gramsOfText(folded: string): Set<string> {
  const grams = new Set<string>();
  let before = "";
  for (const character of folded) {
    if (!isWordBreak(character)) {
      grams.add(character);
      if (before) grams.add(before + character);
    }
    before = isWordBreak(character) ? "" : character;
  }
  return grams;
}

/** Code points in hex: SQLite's tokenizer would drop signs and emoji. */
export const gramToken = (gram: string) =>
  Array.from(gram, (character) => character.codePointAt(0)?.toString(16)).join("x");

/** The SQL function `search_grams` of SQLite (migration `listening_indexes`). */
export const gramTokens = (folded: unknown): string =>
  Array.from(gramsOfText(String(folded ?? "")), gramToken).join(" ");

/** Pairs of `words` (folded, without white space), and one-character words themselves. */
function gramsOfWords(words: readonly string[]): string[] {
  return [
    ...new Set(
      words.flatMap((word) => [...gramsOfText(word)].filter((gram) => isPair(gram) || gram === word)),
    ),
  ];
}

const isPair = (text: string) => [...text].length === 2;

/** Per index query; more make it slower and hardly more selective. */
const maxGrams = 12;

/** The grams of an index query: all, or `maxGrams` spread evenly over the words. */
export function selectGrams(words: readonly string[]): string[] {
  const grams = gramsOfWords(words);
  const step = Math.max(1, grams.length / maxGrams);
  return grams.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}

/** Words that are no gram of the index query. */
export function unverifiedWords(words: readonly string[]): string[] {
  const selected = new Set(selectGrams(words));
  return words.filter((word) => !selected.has(word));
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** Signs and all; both are folded. */
export function contains(text: SQLWrapper, word: string): SQL {
  return sql`${text} like ${`%${escapeLike(word)}%`} escape '\\'`;
}

export type SearchField = "title" | "text";

/** The searched part of the text; the title is its first line. */
export function searchedText(text: SQLWrapper, field: SearchField): SQL {
  if (field === "text") return sql`${text}`;
  // As in the indexes: another form would not use them.
  return dialect === "postgres"
    ? sql`split_part(${text}, E'\\n', 1)`
    : sql`substr(${text}, 1, instr(${text} || char(10), char(10)) - 1)`;
}

/** Whether the field has all of `words` (folded); undefined without words. */
export function containsAll(text: SQLWrapper, field: SearchField, words: readonly string[]): SQL | undefined {
  return and(...words.map((word) => contains(searchedText(text, field), word)));
}

/** Uses the column's index; both texts are folded. */
export function startsWith(text: SQLWrapper, word: string): SQL {
  if (dialect === "postgres") return sql`${text} like ${`${escapeLike(word)}%`}`;
  return sql`(${text} >= ${word} and ${text} < ${`${word}\u{10ffff}`})`;
}
