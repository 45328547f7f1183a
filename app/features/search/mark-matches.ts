import { foldText } from "#db/search.ts";

/** A part of a text; `isMatch` when it is what somebody searched for. */
export interface Piece {
  text: string;
  isMatch: boolean;
}

interface Folded {
  /** What people see as one character each. */
  graphemes: string[];
  folded: string;
  /** For each UTF-16 unit of `folded` the grapheme that it came from. */
  origins: number[];
}

const segmenter = new Intl.Segmenter("ja", { granularity: "grapheme" });

/** Folds grapheme by grapheme, for folding changes lengths (`㌔` is three characters, `ｶﾞ` one). */
function foldGraphemes(text: string): Folded {
  const graphemes = Array.from(segmenter.segment(text), ({ segment }) => segment);
  const parts = graphemes.map(foldText);
  return {
    graphemes,
    folded: parts.join(""),
    origins: parts.flatMap((part, grapheme) => Array.from({ length: part.length }, () => grapheme)),
  };
}

/** Which graphemes belong to an occurrence of one of the (folded) words. */
function matchesIn({ folded, graphemes, origins }: Folded, words: readonly string[]): boolean[] {
  const isMatch = graphemes.map(() => false);
  for (const word of words.filter(Boolean)) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      const [first = 0, last = -1] = [origins[at], origins[at + word.length - 1]];
      isMatch.fill(true, first, last + 1);
    }
  }
  return isMatch;
}

function piecesOf(graphemes: readonly string[], isMatch: readonly boolean[]): Piece[] {
  const pieces: Piece[] = [];
  for (const [index, text] of graphemes.entries()) {
    const last = pieces.at(-1);
    const isMatching = isMatch[index] ?? false;
    if (last?.isMatch === isMatching) last.text += text;
    else pieces.push({ text, isMatch: isMatching });
  }
  return pieces;
}

/** The text in parts that do and do not match one of the (folded) words. */
export function markMatches(text: string, words: readonly string[]): Piece[] {
  const folded = foldGraphemes(text);
  return piecesOf(folded.graphemes, matchesIn(folded, words));
}

/** So much of a text stands before its first match, and in all, in graphemes. */
const before = 16;
const most = 72;

/** The part of a text around its first match, marked; null without one. What is left out is `…`. */
export function excerptOf(text: string, words: readonly string[]): Piece[] | null {
  const folded = foldGraphemes(text.replace(/\s+/g, " ").trim());
  const { graphemes } = folded;
  const isMatch = matchesIn(folded, words);
  const first = isMatch.indexOf(true);
  if (first < 0) return null;
  // The match stands near the beginning, also at the end of a long line: a row shows two lines of it.
  const start = Math.max(0, first - before);
  const end = Math.min(graphemes.length, start + most);
  const pieces = piecesOf(graphemes.slice(start, end), isMatch.slice(start, end));
  if (start > 0) pieces.unshift({ text: "…", isMatch: false });
  if (end < graphemes.length) pieces.push({ text: "…", isMatch: false });
  return pieces;
}
