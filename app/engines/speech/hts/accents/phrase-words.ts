import type { Word } from "#app/engines/words/analyze-words.ts";
import type { AccentPhrase, ReadPhrases } from "../front-end.ts";

/** A word in its phrase. Morae: before its first, and after its last. */
export interface WordSpan {
  word: Word;
  from: number;
  to: number;
}

/** How a word alone is said. */
interface WordAccent {
  morae: readonly string[];
  accent: number;
  isFlat: boolean;
}

export interface PhraseWords {
  phrase: AccentPhrase;
  spans: readonly WordSpan[];
  /** Without a fall. */
  isFlat: boolean;
  /** Words are said before it without a pause. */
  isModified: boolean;
  accentOfWord: (word: string) => WordAccent;
}

/** The accent of a phrase by its word at `at`: the pitch falls after so many morae, all for none. Undefined if it says nothing. */
export type AccentRule = (phrase: PhraseWords, at: number) => number | undefined;

export const withoutFall = ({ phrase }: PhraseWords): number => phrase.moras.length;

/** `words`: of each mora. */
export function wordSpans(words: readonly (Word | undefined)[]): WordSpan[] {
  const spans: WordSpan[] = [];
  for (const [at, word] of words.entries()) {
    const last = spans.at(-1);
    if (last && word === words[at - 1] && word === last.word) last.to++;
    else if (word) spans.push({ word, from: at, to: at + 1 });
  }
  return spans;
}

/** Whether a word is written so; `kind`: how its part of speech begins (助詞,格助詞). */
export function isWord(span: WordSpan | undefined, surface: RegExp, kind = ""): boolean {
  return (
    span !== undefined &&
    surface.test(span.word.surface) &&
    `${span.word.kind},${span.word.detail}`.startsWith(kind)
  );
}

export const isNumber = (span: WordSpan | undefined): boolean =>
  isWord(span, /./, "名詞,数") || isWord(span, /^[\d０-９]+$/);

export const isVerb = (span: WordSpan | undefined): boolean => isWord(span, /./, "動詞,自立");
export const isIchidan = ({ word }: WordSpan): boolean => word.conjugation.startsWith("一段");

/** Remembers the words that it has read. */
export function readWordAccents(read: ReadPhrases): (word: string) => WordAccent {
  const known = new Map<string, WordAccent>();
  return (word) => {
    const found = known.get(word) ?? accentOf(read(word)[0]);
    known.set(word, found);
    return found;
  };
}

function accentOf(phrase: AccentPhrase | undefined): WordAccent {
  const moras = phrase?.moras ?? [];
  const accent = phrase?.accent ?? 0;
  return { morae: moras.map(({ text }) => text), accent, isFlat: accent === moras.length };
}
