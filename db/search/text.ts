import { and, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";
import { dialect } from "../columns.ts";

/**
 * Folds text so that spellings of one Japanese word find each other: NFKC (full and half width), lower case,
 * katakana to hiragana. Stored in `search_text` and applied to every query.
 */
export function foldText(text: string): string {
  return normalizeUnicode(text.replaceAll("\0", ""), "NFKC")
    .toLowerCase()
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
}

/** At most so many words of a query count. */
const maxWords = 8;

/** The words of a query, folded: what white space (the wide one too) separates, each once, at most 8. */
export function splitWords(query: string): string[] {
  return [...new Set(foldText(query).split(/\s+/).filter(Boolean))].slice(0, maxWords);
}

/** What parts words in folded text; any other white space counts as a character. */
const isWordBreak = (character: string) => character === " " || character === "\n";

/**
 * Every one and every two neighbouring characters (code points) of folded text, each once and without those that hold
 * a break: what the search index knows of a text. A text can only contain a word whose grams it has all.
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

/** A gram as a token of letters and digits: its code points in hex. SQLite's tokenizer would drop signs and emoji. */
export const gramToken = (gram: string) =>
  Array.from(gram, (character) => character.codePointAt(0)?.toString(16)).join("x");

/** The tokens of a text, for SQLite's index: the SQL function `search_grams` (migration `listening_indexes`). */
export const gramTokens = (folded: unknown): string =>
  Array.from(gramsOfText(String(folded ?? "")), gramToken).join(" ");

/**
 * The grams that a text must have to contain all of `words` (folded, without white space): their pairs, and words of
 * one character themselves.
 */
function gramsOfWords(words: readonly string[]): string[] {
  return [
    ...new Set(
      words.flatMap((word) => [...gramsOfText(word)].filter((gram) => isPair(gram) || gram === word)),
    ),
  ];
}

const isPair = (text: string) => [...text].length === 2;

/** Grams of one index query; further ones make it slower and hardly more selective. */
const maxGrams = 12;

/** The grams of the index query: all of them, or `maxGrams` spread evenly over the words. */
export function selectGrams(words: readonly string[]): string[] {
  const grams = gramsOfWords(words);
  const step = Math.max(1, grams.length / maxGrams);
  return grams.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}

/** Words that the index query does not prove: those that are not themselves one of its grams. */
export function unverifiedWords(words: readonly string[]): string[] {
  const selected = new Set(selectGrams(words));
  return words.filter((word) => !selected.has(word));
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** That `text` contains `word`, signs and all. Both are folded. */
export function contains(text: SQLWrapper, word: string): SQL {
  return sql`${text} like ${`%${escapeLike(word)}%`} escape '\\'`;
}

/** Where words are looked for: in a track's title, or anywhere in its text. */
export type SearchField = "title" | "text";

/** The part of a track's searchable text that belongs to `field`. The title is its first line. */
export function searchedText(text: SQLWrapper, field: SearchField): SQL {
  if (field === "text") return sql`${text}`;
  // As in the indexes: another form of the same expression would not use them.
  return dialect === "postgres"
    ? sql`split_part(${text}, E'\\n', 1)`
    : sql`substr(${text}, 1, instr(${text} || char(10), char(10)) - 1)`;
}

/** That `field` of a track's searchable text contains all of `words` (folded); undefined without words. */
export function containsAll(text: SQLWrapper, field: SearchField, words: readonly string[]): SQL | undefined {
  return and(...words.map((word) => contains(searchedText(text, field), word)));
}

/** That `text` begins with `word`, by the column's index. Both are folded. */
export function startsWith(text: SQLWrapper, word: string): SQL {
  if (dialect === "postgres") return sql`${text} like ${`${escapeLike(word)}%`}`;
  return sql`(${text} >= ${word} and ${text} < ${`${word}\u{10ffff}`})`;
}
