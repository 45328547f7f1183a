import { LRUCache } from "lru-cache";
import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";

/** Operators' lines, as `normalizeLine` leaves them. */
export interface WordList {
  /** Held anywhere. */
  words: readonly string[];
  /** Held with any number for a number, and up to 20 letters for one 「…」. */
  examples: readonly string[];
  /** Judged as if それ stood there. */
  exceptions: readonly string[];
}

export const emptyWordList: WordList = { words: [], examples: [], exceptions: [] };

interface CompiledWordList {
  held: RegExp | null;
  excepted: RegExp | null;
}

/** 「…」 in NFKC. */
const omission = /\.{2,}|・{3,}/u;
/** 「100万」. Kanji alone are none: 一番, 十分. */
const number = /\p{Nd}+(?:[.,]\p{Nd}+)*[十百千万億兆]*/u;
const anyNumber = "[\\p{Nd}〇一二三四五六七八九十百千万億兆.,]{1,15}";
const fewLetters = "[^。！!？?\\n]{0,20}?";
/** What stands between spaced kana and kanji. */
const gap = "[\\s・.,_*'/|-]{0,2}";
const exampleParts = new RegExp(`(${omission.source}|${number.source})`, "u");

/** NFKC, single spaces. */
export const normalizeLine = (line: string): string =>
  normalizeUnicode(line, "NFKC").replace(/\s+/gu, " ").trim();

/** Letters, without spaces, marks and placeholders. */
export function tellingLength(line: string, isExample: boolean): number {
  const rest = isExample ? line.split(exampleParts).filter((_, at) => at % 2 === 0) : [line];
  return [...rest.join("").replace(/[^\p{L}\p{N}]/gu, "")].length;
}

export const countOmissions = (line: string): number => line.split(omission).length - 1;

const isLatin = (letter: string | undefined) =>
  letter !== undefined && /[\p{Script=Latin}\p{Nd}]/u.test(letter);

/** Hiragana and katakana; the flag `i` does case. */
function spellings(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  if (/[ぁ-ゖ]/u.test(letter)) return `[${letter}${String.fromCodePoint(code + 0x60)}]`;
  if (/[ァ-ヶ]/u.test(letter)) return `[${String.fromCodePoint(code - 0x60)}${letter}]`;
  if (/\s/u.test(letter)) return "\\s*";
  return letter.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&");
}

/** Latin letters and digits are whole words: 「sex」 is not in 「Essex」. */
function spelled(text: string, between: string): string[] {
  const letters = [...text];
  return letters.map((letter, at) => {
    const [before, after] = [letters[at - 1], letters[at + 1]];
    const begins = isLatin(letter) && !isLatin(before) ? "(?<![\\p{Script=Latin}\\p{Nd}])" : "";
    const ends = isLatin(letter) && !isLatin(after) ? "(?![\\p{Script=Latin}\\p{Nd}])" : "";
    const isApart = after !== undefined && !isLatin(letter) && !isLatin(after);
    return `${begins}${spellings(letter)}${ends}${isApart ? between : ""}`;
  });
}

const exampled = (line: string): string[] =>
  line.split(exampleParts).flatMap((part, at) => {
    if (at % 2 === 0) return spelled(part, gap);
    return omission.test(part) ? [fewLetters] : [`\\s*${anyNumber}\\s*`];
  });

/** Shares beginnings: 300 alternatives would be tried at every letter. Finds the longest. */
function anyOf(lines: readonly (readonly string[])[]): string {
  const byFirst = Map.groupBy(
    lines.filter((line) => line.length > 0),
    ([first = ""]) => first,
  );
  const longer = [...byFirst].map(([first, group]) => first + anyOf(group.map((line) => line.slice(1))));
  if (longer.length === 0) return "";
  return `(?:${longer.join("|")})${lines.some((line) => line.length === 0) ? "?" : ""}`;
}

/** Compiling 300 lines takes milliseconds: remembers the present list, a tried one, and their difference. */
const compiledLists = new LRUCache<string, CompiledWordList>({ max: 4 });

export function compileWordList(list: WordList): CompiledWordList {
  const { words, examples, exceptions } = list;
  const key = [words, examples, exceptions].map((lines) => lines.join("\n")).join("\n\n");
  let compiled = compiledLists.get(key);
  if (!compiled) {
    const held = anyOf([...words.map((line) => spelled(line, gap)), ...examples.map(exampled)]);
    const excepted = anyOf(exceptions.map((line) => spelled(line, "")));
    compiled = {
      held: held ? new RegExp(held, "iu") : null,
      excepted: excepted ? new RegExp(excepted, "giu") : null,
    };
    compiledLists.set(key, compiled);
  }
  return compiled;
}

/** NFKC; exceptions become それ. */
export function withoutExceptions(passage: string, list: WordList): string {
  const { excepted } = compileWordList(list);
  return excepted ? passage.replace(excepted, "それ") : passage;
}

export function differenceOf(one: WordList, other: WordList): WordList {
  const differing = (part: keyof WordList) => [
    ...one[part].filter((line) => !other[part].includes(line)),
    ...other[part].filter((line) => !one[part].includes(line)),
  ];
  return {
    words: differing("words"),
    examples: differing("examples"),
    exceptions: differing("exceptions"),
  };
}
