import { graphemeSegmenter } from "#app/lib/grapheme-segmenter.ts";

/** What must not begin a line (JIS X 4051). */

const noLineStart =
  /^[\s、。，．,.!！?？:：;；)）\]］}｝」』】〕〉》”’・ー〜～‐–—…‥々ゝゞぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ%％]/u;
/** What must not end a line. */
const noLineEnd = /[(（[［{｛「『【〔〈《“‘#＃¥￥$＄]$/u;
/** Particles and endings stay with the word before them. */
const hiragana = /^\p{Script=Hiragana}{1,4}$/u;
/** The segmenter splits compound katakana words, which must stay together. */
const katakanaEnd = /[\p{Script=Katakana}ー]$/u;
const katakanaStart = /^[\p{Script=Katakana}ー]/u;
const letterEnd = /[\p{L}\p{N}]$/u;
const latinEnd = /[\p{Script=Latin}\p{N}]$/u;
const latinStart = /^[\p{Script=Latin}\p{N}]/u;

const wordSegmenter = new Intl.Segmenter("ja", { granularity: "word" });

/** Splits a text where lines may break: words with their particles and punctuation. */
export function breakableParts(text: string): string[] {
  const parts: string[] = [];
  for (const { segment } of wordSegmenter.segment(text)) {
    const last = parts.at(-1);
    if (last !== undefined && staysWith(last, segment)) parts[parts.length - 1] = last + segment;
    else parts.push(segment);
  }
  return parts;
}

/** Splits a part longer than a line into characters, but not where no line may break. */
export function splitCharacters(part: string): string[] {
  const characters: string[] = [];
  for (const { segment } of graphemeSegmenter.segment(part)) {
    const last = characters.at(-1);
    if (last !== undefined && (noLineStart.test(segment) || noLineEnd.test(last)))
      characters[characters.length - 1] = last + segment;
    else characters.push(segment);
  }
  return characters;
}

function staysWith(before: string, word: string): boolean {
  if (noLineStart.test(word) || noLineEnd.test(before)) return true;
  if (hiragana.test(word) && letterEnd.test(before) && !latinEnd.test(before)) return true;
  if (katakanaEnd.test(before) && katakanaStart.test(word)) return true;
  return latinEnd.test(before) && latinStart.test(word);
}

export interface TitleSizes {
  larger: readonly { size: number; lines: number }[];
  smallest: { size: number; lines: number };
}

const trackTitleSizes: TitleSizes = {
  larger: [
    { size: 72, lines: 3 },
    { size: 64, lines: 4 },
    { size: 56, lines: 5 },
    { size: 48, lines: 6 },
    { size: 40, lines: 7 },
  ],
  smallest: { size: 36, lines: 8 },
};

const alphabetic = /^\p{Script=Latin}/u;

interface FittedTitle {
  size: number;
  lines: string[];
}

/**
 * Fits a title into `width` pixels: the largest font size, in lines of similar length. If none fits, breaks between any
 * characters and truncates with 「…」. `measure`: a text's width at font size 1.
 */
export function fitTitle(
  title: string,
  width: number,
  measure: (text: string) => number,
  { larger, smallest }: TitleSizes = trackTitleSizes,
): FittedTitle {
  for (const { size, lines: maxLines } of [...larger, smallest]) {
    const lines = balancedLines(title, width / size, measure);
    // A word that would be split here may fit at a smaller size.
    if (lines.length <= maxLines && !splitsWords(title, width / size, measure)) return { size, lines };
  }
  const { size, lines: maxLines } = smallest;
  const lines = breakLines(title, width / size, measure, splitCharacters);
  if (lines.length <= maxLines) return { size, lines };
  const shown = lines.slice(0, maxLines);
  shown[maxLines - 1] = truncate(shown[maxLines - 1] ?? "", width / size, measure);
  return { size, lines: shown };
}

/** Shortens the text so that it fits with 「…」 into `width`, at font size 1. */
export function truncate(text: string, width: number, measure: (text: string) => number): string {
  const characters = Array.from(text);
  while (characters.length > 0 && measure(`${characters.join("").trimEnd()}…`) > width) characters.pop();
  return `${characters.join("").trimEnd()}…`;
}

function splitsWords(text: string, width: number, measure: (text: string) => number): boolean {
  return breakableParts(text).some((part) => measure(part.trim()) > width);
}

/** As few lines as possible, of similar length. */
function balancedLines(text: string, width: number, measure: (text: string) => number): string[] {
  const lines = breakLines(text, width, measure);
  let [narrow, wide] = [width / 3, width];
  for (let step = 0; step < 8; step++) {
    const middle = (narrow + wide) / 2;
    if (breakLines(text, middle, measure).length <= lines.length && !splitsWords(text, middle, measure))
      wide = middle;
    else narrow = middle;
  }
  return breakLines(text, wide, measure);
}

function breakLines(
  text: string,
  width: number,
  measure: (text: string) => number,
  partsOf = breakableParts,
): string[] {
  const lines: string[] = [];
  let line = "";
  const put = (part: string) => {
    if (line !== "" && measure((line + part).trim()) > width) {
      lines.push(line.trim());
      line = "";
    }
    line += part;
  };
  for (const part of partsOf(text)) {
    if (measure(part.trim()) <= width) put(part);
    else {
      // A long Latin word begins on a new line.
      if (line !== "" && alphabetic.test(part)) lines.push(line.trim());
      if (alphabetic.test(part)) line = "";
      for (const character of splitCharacters(part)) put(character);
    }
  }
  if (line.trim() !== "") lines.push(line.trim());
  return lines;
}
