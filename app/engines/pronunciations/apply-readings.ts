export interface WordReading {
  word: string;
  /** With ー, as pronounced. */
  reading: string;
  /** The pitch falls after this mora, 0 for none. Only for engines that take it. */
  accent?: number | null;
  /** From the member's own dictionary, which nobody else has looked at. */
  isOwn?: boolean;
}

/** `entry` for a dictionary word. All texts together are the line. */
export interface ReadingSegment {
  text: string;
  entry?: WordReading;
}

export type ReadingIndex = ReadonlyMap<string, readonly WordReading[]>;

/** The first of several entries for a word wins: the member's dictionary comes before the site's. */
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

interface FindOptions {
  /** Short kanji words are not found after a kanji that the segmenter cut off: 門坂 is not in 大門坂. */
  isCareful?: boolean;
  /** Only between word ends: 天の下 is not in 晴天の下. */
  isWhole?: boolean;
  /** Not where okurigana goes on: 上回 is not in 上回った. */
  isNoun?: boolean;
}

/**
 * Splits a line at dictionary words: the longest at each place, ignoring case and width. Not inside other words
 * (`standsAlone`).
 */
export function findReadings(
  line: string,
  index: ReadingIndex,
  { isCareful = false, isWhole = false, isNoun = false }: FindOptions = {},
): ReadingSegment[] {
  const text = fold(line);
  const segments: ReadingSegment[] = [];
  let boundaries: Set<number> | undefined;
  let plainFrom = 0;
  const closePlain = (end: number) => {
    if (end > plainFrom) segments.push({ text: line.slice(plainFrom, end) });
  };
  for (let at = 0; at < text.length; ) {
    const entry = index.get(text.charAt(at))?.find(({ word, reading }) => {
      if (!text.startsWith(word, at)) return false;
      const end = at + word.length;
      if (text.charAt(end) === "々" || !standsAlone(text, at, end)) return false;
      if (isNoun && !mayFollowNoun(text.charAt(end), reading)) return false;
      if (!isWhole && !needsWordBoundaries(word)) return true;
      boundaries ??= wordBoundaries(text);
      if (!boundaries.has(at) || !boundaries.has(end)) return false;
      return !isCareful || !isHan.test(text.charAt(at - 1)) || !boundaries.has(at - 1);
    });
    if (!entry) {
      at++;
      continue;
    }
    closePlain(at);
    const end = at + entry.word.length + (saysOkurigana(entry, text.charAt(at + entry.word.length)) ? 1 : 0);
    segments.push({ text: line.slice(at, end), entry });
    at = end;
    plainFrom = at;
  }
  closePlain(text.length);
  return segments;
}

/** Particles and する, unless the reading holds the okurigana: 日差 ヒザシ in 日差し. */
function mayFollowNoun(next: string, reading: string): boolean {
  if (next === "し") return !reading.endsWith("シ");
  return !/^\p{Script=Hiragana}$/u.test(next) || /^[はがをにでとのもへやかだなさす]$/.test(next);
}

/** 今川焼 イマガワヤキ in 今川焼き: the kana that follows is in the reading already. Particles follow words that end like them. */
function saysOkurigana({ word, reading }: WordReading, next: string): boolean {
  return (
    isHan.test(word.charAt(word.length - 1)) &&
    /^[きぎりびみけげめせてれ]$/.test(next) &&
    reading.endsWith(String.fromCharCode(next.charCodeAt(0) + 0x60))
  );
}

/** Dictionary words in katakana, for engines that take readings in the text. */
export function applyReadings(line: string, index: ReadingIndex, options: FindOptions = {}): string {
  if (index.size === 0) return line;
  return findReadings(line, index, options)
    .map(({ text, entry }) => entry?.reading ?? text)
    .join("");
}

/** Half width, lower case. Keeps the length and so positions. */
function fold(text: string): string {
  const halfWidth = text.replace(/[！-～]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0));
  const folded = halfWidth.replace(/’/g, "'").toLowerCase();
  return folded.length === text.length ? folded : halfWidth;
}

const isHan = /^\p{Script=Han}$/u;
const isNumber = /^[\d〇一二三四五六七八九十百千万億]$/;
/** 日払い is not in 30日払い, 分だけ not in 十五分だけ. */
const isCounter = /^[円分秒時日月年人名枚本匹杯回階度倍割点行]$/;
const kinds = [/[a-z]/, /\d/, /[ァ-ヶー]/, /[〇一二三四五六七八九十百千]/];

/** No word of the same letters goes on: 5G is not in 15G, NET not in NETFLIX, アップル not in アップルパイ, 三拍子 not in 十三拍子. */
function standsAlone(text: string, start: number, end: number): boolean {
  if (isNumber.test(text.charAt(start - 1)) && isCounter.test(text.charAt(start))) return false;
  const isInside = (inner: string, outer: string) =>
    kinds.some((kind) => kind.test(inner) && kind.test(outer));
  return (
    !isInside(text.charAt(start), text.charAt(start - 1)) && !isInside(text.charAt(end - 1), text.charAt(end))
  );
}

/**
 * Short kanji words and hiragana need the segmenter's word ends: 東 is not in 東京, はし not in はしる, 厳か not in 威厳から. Longer ones
 * don't, and segmenters don't know names.
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
