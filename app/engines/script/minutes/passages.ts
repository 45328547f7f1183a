import type { Line } from "../read-blocks.ts";

/** A piece of a text that is kept or dropped as a whole: a sentence, a heading, an item, or what no line can be found in. */
export interface Passage {
  /** Its place in the text (`cleanText`), in UTF-16 units: the marks and blank lines before it belong to it. All together are the text. */
  start: number;
  end: number;
  /** Indexes of its lines: the first, and the one after the last. */
  lines: { from: number; to: number };
}

/** What may stand between two letters of a line in its text: white space and the signs of Markdown. */
const skipped = /[\s*_`~\\[\]|]/u;
/** A sign, a number or 「Q:」 before a line has no more letters and figures. */
const maxLettersBefore = 8;

/** Where a line ends in a text that has it from `at` on; null where it doesn't. */
function matchAt(text: string, at: number, line: string): number | null {
  let place = at;
  for (const unit of line.replace(/\s/gu, "")) {
    while (place < text.length && !text.startsWith(unit, place) && skipped.test(text.charAt(place))) {
      // The address of a link.
      const address =
        text.charAt(place) === "]" ? /^\]\([^()\s]*\)/u.exec(text.slice(place, place + 2100)) : null;
      place += address ? address[0].length : 1;
    }
    if (!text.startsWith(unit, place)) return null;
    place += unit.length;
  }
  return place;
}

/**
 * The places of lines in the cleaned text from which they were read (`readBlocks`), in order; null for one that the text does not
 * have in these words, such as a row of a table that is told with its heads.
 */
export function placeLines(text: string, lines: readonly Line[]): ({ start: number; end: number } | null)[] {
  let from = 0;
  let isLost = false;
  return lines.map(({ text: line }) => {
    const first = Array.from(line)[0] ?? "";
    for (let at = text.indexOf(first, from); at >= 0; at = text.indexOf(first, at + 1)) {
      const before = text.slice(from, at).replace(/\]\([^()\s]*\)/gu, "");
      if (!isLost && before.replace(/[^\p{L}\p{N}]/gu, "").length > maxLettersBefore) break;
      const end = matchAt(text, at, line);
      if (end === null) continue;
      from = end;
      isLost = false;
      return { start: at, end };
    }
    isLost = true;
    return null;
  });
}

/** Splits a cleaned text into passages, by the lines that were read of it. */
export function splitPassages(text: string, lines: readonly Line[]): Passage[] {
  const places = placeLines(text, lines);
  const passages: Passage[] = [];
  let [start, from] = [0, 0];
  places.forEach((place, at) => {
    const next = lines[at + 1];
    // Pieces of one sentence stay together, and what can't be found goes with what follows.
    if (!place || (lines[at]?.continues && next)) return;
    const closing = /^(?:[*_`~|】]|\]\([^()\s]*\)|\s#+(?=\n|$))+/u.exec(text.slice(place.end))?.[0] ?? "";
    const end = place.end + closing.length;
    passages.push({ start, end, lines: { from, to: at + 1 } });
    [start, from] = [end, at + 1];
  });
  const last = passages.at(-1);
  if (last) Object.assign(last, { end: text.length, lines: { from: last.lines.from, to: lines.length } });
  else if (lines.length > 0)
    passages.push({ start: 0, end: text.length, lines: { from: 0, to: lines.length } });
  return passages;
}

/** The text of the passages that are kept, by their indexes: with their marks, and apart as they were or as those between them were. */
export function joinPassages(text: string, passages: readonly Passage[], kept: readonly number[]): string {
  const isKept = new Set(kept);
  let result = "";
  let gap = "";
  passages.forEach(({ start, end }, at) => {
    const whole = text.slice(start, end);
    const body = whole.trimStart();
    const before = whole.slice(0, whole.length - body.length);
    const breaks = (space: string) => space.split("\n").length;
    if (breaks(before) > breaks(gap) || gap === "") gap = before;
    if (!isKept.has(at)) return;
    result += (result === "" ? "" : gap) + body;
    gap = "";
  });
  return result.trim();
}
