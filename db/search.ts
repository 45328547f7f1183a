import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { dialect } from "./columns.ts";

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

/**
 * Every one and every two neighbouring characters (code points) of folded text, each once and without those that hold
 * white space: what the search index knows of a text. A text can only contain a word whose grams it has all.
 */
function gramsOf(folded: string): Set<string> {
  const grams = new Set<string>();
  let before = "";
  for (const character of folded) {
    const isSpace = /\s/.test(character);
    if (!isSpace) {
      grams.add(character);
      if (before) grams.add(before + character);
    }
    before = isSpace ? "" : character;
  }
  return grams;
}

/** A gram as a token of letters and digits: its code points in hex. SQLite's tokenizer would drop signs and emoji. */
const token = (gram: string) =>
  Array.from(gram, (character) => character.codePointAt(0)?.toString(16)).join("x");

/** The tokens of a text, for SQLite's index: the SQL function `search_grams` (migration `listening_indexes`). */
export const gramTokens = (folded: unknown): string =>
  Array.from(gramsOf(String(folded ?? "")), token).join(" ");

/**
 * The grams that a text must have to contain `word` (folded, without white space): its pairs, or itself if it is one
 * character.
 */
export function gramsOfWord(word: string): string[] {
  const grams = [...gramsOf(word)];
  const pairs = grams.filter((gram) => [...gram].length === 2);
  return pairs.length > 0 ? pairs : grams;
}

/** That `text` contains `word`, signs and all. Both are folded. */
export function contains(text: PgColumn, word: string): SQL {
  const pattern = `%${word.replace(/[\\%_]/g, "\\$&")}%`;
  return sql`${text} like ${pattern} escape '\\'`;
}

/**
 * That a track may contain `words` by the index of grams: no track that contains them all fails it, so `contains` must
 * be asked as well. `id` and `text` are the columns of the query's `tracks`.
 */
export function mayContain(columns: { id: PgColumn; text: PgColumn }, words: readonly string[]): SQL {
  const grams = [...new Set(words.flatMap(gramsOfWord))];
  if (dialect === "postgres") {
    const list = sql.join(
      grams.map((gram) => sql`${gram}`),
      sql`, `,
    );
    return sql`search_grams(${columns.text}) @> array[${list}]::text[]`;
  }
  const query = grams.map((gram) => `"${token(gram)}"`).join(" AND ");
  return sql`${columns.id} in (select rowid from track_grams where track_grams match ${query})`;
}
