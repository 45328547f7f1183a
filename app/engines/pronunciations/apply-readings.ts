/** A word with the katakana in which it is spoken. */
export interface WordReading {
  word: string;
  /** Katakana with ー, as pronounced. */
  reading: string;
  /** The mora after which the pitch falls, 0 for none (flat). Only for engines that take it. */
  accent?: number | null;
}

/** A piece of a line; `entry` where a word of the dictionary stands. The texts together are the line. */
export interface ReadingSegment {
  text: string;
  entry?: WordReading;
}

/** Words by their folded first character, the longest first. */
export type ReadingIndex = ReadonlyMap<string, readonly WordReading[]>;

/**
 * An index for `findReadings`. Of entries for one word the first is used: a member's own dictionary goes before the one of
 * the site.
 */
export function indexReadings(entries: Iterable<WordReading>): ReadingIndex {
  const byWord = new Map<string, WordReading>();
  for (const entry of entries) {
    const word = fold(entry.word);
    if (word !== "" && !byWord.has(word)) byWord.set(word, { ...entry, word });
  }
  return Map.groupBy(
    [...byWord.values()].toSorted((a, b) => b.word.length - a.word.length),
    ({ word }) => word.charAt(0),
  );
}

/**
 * Splits a line at the words of a dictionary: at every place the longest one, without regard to case and width of Latin
 * letters and digits. A word is not found inside another one: see `standsAlone`. If `isCareful`, short words of kanji are not found
 * after a single kanji that the segmenter has cut off: 門坂 is not in 大門坂.
 */
export function findReadings(
  line: string,
  index: ReadingIndex,
  { isCareful = false }: { isCareful?: boolean } = {},
): ReadingSegment[] {
  const text = fold(line);
  const segments: ReadingSegment[] = [];
  let boundaries: Set<number> | undefined;
  let plainFrom = 0;
  const closePlain = (end: number) => {
    if (end > plainFrom) segments.push({ text: line.slice(plainFrom, end) });
  };
  for (let at = 0; at < text.length; ) {
    const entry = index.get(text.charAt(at))?.find(({ word }) => {
      if (!text.startsWith(word, at)) return false;
      const end = at + word.length;
      if (!standsAlone(text, at, end)) return false;
      if (!needsWordBoundaries(word)) return true;
      boundaries ??= wordBoundaries(text);
      if (!boundaries.has(at) || !boundaries.has(end)) return false;
      return !isCareful || !isHan.test(text.charAt(at - 1)) || !boundaries.has(at - 1);
    });
    if (!entry) {
      at++;
      continue;
    }
    closePlain(at);
    segments.push({ text: line.slice(at, at + entry.word.length), entry });
    at += entry.word.length;
    plainFrom = at;
  }
  closePlain(text.length);
  return segments;
}

/** The line with the words of the dictionary in katakana, for engines that are told readings in the text. */
export function applyReadings(
  line: string,
  index: ReadingIndex,
  options: { isCareful?: boolean } = {},
): string {
  if (index.size === 0) return line;
  return findReadings(line, index, options)
    .map(({ text, entry }) => entry?.reading ?? text)
    .join("");
}

/** Letters of full width as half width, capitals as small ones. Keeps the length, so that positions stay. */
function fold(text: string): string {
  const halfWidth = text.replace(/[！-～]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0));
  const folded = halfWidth.replace(/’/g, "'").toLowerCase();
  return folded.length === text.length ? folded : halfWidth;
}

const isHan = /^\p{Script=Han}$/u;
const kinds = [/[a-z]/, /\d/, /[ァ-ヶー]/];

/**
 * Whether no word of the same letters goes on before or after the place: 5G is not in 15G, NET not in NETFLIX, アップル not
 * in アップルパイ.
 */
function standsAlone(text: string, start: number, end: number): boolean {
  const isInside = (inner: string, outer: string) =>
    kinds.some((kind) => kind.test(inner) && kind.test(outer));
  return (
    !isInside(text.charAt(start), text.charAt(start - 1)) && !isInside(text.charAt(end - 1), text.charAt(end))
  );
}

/**
 * Short words of kanji and all of hiragana are found only where the segmenter ends words: 東 is not in 東京, はし not in
 * はしる, 厳か not in 威厳から. Longer ones hold by themselves, and names are what a segmenter does not know.
 */
function needsWordBoundaries(word: string): boolean {
  return (
    /^\p{Script=Han}{1,2}$/u.test(word) ||
    /^\p{Script=Han}\p{Script=Hiragana}$/u.test(word) ||
    /^\p{Script=Hiragana}+$/u.test(word)
  );
}

let segmenter: Intl.Segmenter | undefined;

function wordBoundaries(text: string): Set<number> {
  segmenter ??= new Intl.Segmenter("ja", { granularity: "word" });
  const starts = Array.from(segmenter.segment(text), ({ index }) => index);
  return new Set([...starts, text.length]);
}
