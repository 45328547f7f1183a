import { normalizeUnicode } from "./normalize-unicode.ts";

/**
 * How a place of a line is read: ｜橋《ハシ2》 is 橋 read ハシ, with the fall after the second mora (0: none); ｜橋《ハシ》 leaves the accent
 * to the engine. Show texts only through `withoutPlaceReadings`.
 */
const mark = /[｜|]([^｜|《》\n]{1,40})《([ぁ-ゖァ-ヺー]{1,60})([0-9０-９]{0,2})》/gu;

interface LinePiece {
  text: string;
  reading?: { kana: string; accent: number | null };
}

/** The pieces of a line; their texts together are the line as shown. Drops an accent beyond the last mora. */
export function splitPlaceReadings(line: string): LinePiece[] {
  const pieces: LinePiece[] = [];
  let at = 0;
  for (const { 0: all, 1: text = "", 2: kana = "", 3: digits = "", index } of line.matchAll(mark)) {
    if (index > at) pieces.push({ text: line.slice(at, index) });
    const accent = digits === "" ? null : Number(normalizeUnicode(digits, "NFKC"));
    const isFitting =
      accent !== null && accent <= kana.replace(/[ぁぃぅぇぉゃゅょゎァィゥェォャュョヮ]/g, "").length;
    pieces.push({ text, reading: { kana, accent: isFitting ? accent : null } });
    at = index + all.length;
  }
  if (at < line.length) pieces.push({ text: line.slice(at) });
  return pieces;
}

/** A text as it is shown. */
export function withoutPlaceReadings(text: string): string {
  return text.includes("《") ? text.replace(mark, "$1") : text;
}

/** Sets a word's reading; `at`: in the shown line. Null if it is missing or crosses another place with a reading. */
export function writePlaceReading(
  line: string,
  o: { at: number; word: string; kana: string; accent: number | null },
): string | null {
  let before = 0;
  let isWritten = false;
  const pieces = splitPlaceReadings(line).map(({ text, reading }) => {
    const from = o.at - before;
    before += text.length;
    const isHere = from >= 0 && text.startsWith(o.word, from) && (!reading || text === o.word);
    if (!isHere || isWritten) return reading ? formatMark(text, reading) : text;
    isWritten = true;
    return text.slice(0, from) + formatMark(o.word, o) + text.slice(from + o.word.length);
  });
  return isWritten ? pieces.join("") : null;
}

const formatMark = (word: string, { kana, accent }: { kana: string; accent: number | null }) =>
  `｜${word}《${kana}${accent ?? ""}》`;

export interface LineWord {
  text: string;
  at: number;
  isWord: boolean;
}

let segmenter: Intl.Segmenter | undefined;

/** A line in words and what stands between them; a place with a reading is one word. `at`: in the line as shown. */
export function wordsOfLine(line: string): LineWord[] {
  segmenter ??= new Intl.Segmenter("ja", { granularity: "word" });
  const words: LineWord[] = [];
  let at = 0;
  for (const { text, reading } of splitPlaceReadings(line)) {
    if (reading) words.push({ text, at, isWord: true });
    else
      for (const { segment, index, isWordLike } of segmenter.segment(text)) {
        const last = words.at(-1);
        const isWord =
          isWordLike === true &&
          /[\p{Script=Han}\p{Script=Katakana}\p{L}\p{N}]/u.test(segment) &&
          // The segmenter cuts ましょう before しょう, which then looked like a word that can be pressed.
          !/^(\p{Script=Hiragana}{1,2}|しょう)$/u.test(segment);
        if (!isWord && last && !last.isWord && last.at >= at) last.text += segment;
        else words.push({ text: segment, at: at + index, isWord });
      }
    at += text.length;
  }
  return words;
}
