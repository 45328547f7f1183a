import type { Line } from "../read-blocks.ts";

/** Kept or dropped whole: a sentence, heading, item, or unplaceable text. */
export interface Passage {
  /** Of `cleanText`, UTF-16 units, with preceding marks and blank lines. All together are the text. */
  start: number;
  end: number;
  lines: { from: number; to: number };
}

/** What may stand between a line's letters: white space and Markdown. */
const skipped = /[\s*_`~\\[\]|]/u;
/** Letters before a line: a sign, a number or 「Q:」. */
const maxLettersBefore = 8;

/** Where a line ends in a text that has it from `at` on; null if it does not. */
export function matchAt(text: string, at: number, line: string): number | null {
  let place = at;
  for (const unit of line.replace(/\s/gu, "")) {
    while (place < text.length && !text.startsWith(unit, place) && skipped.test(text.charAt(place))) {
      const address =
        text.charAt(place) === "]" ? /^\]\([^()\s]*\)/u.exec(text.slice(place, place + 2100)) : null;
      place += address ? address[0].length : 1;
    }
    if (!text.startsWith(unit, place)) return null;
    place += unit.length;
  }
  return place;
}

/** Finds lines in the cleaned text (`readBlocks`), in order; null if worded otherwise, as table rows. */
function placeLines(text: string, lines: readonly Line[]): ({ start: number; end: number } | null)[] {
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

export function splitPassages(text: string, lines: readonly Line[]): Passage[] {
  const places = placeLines(text, lines);
  const passages: Passage[] = [];
  let [start, from] = [0, 0];
  places.forEach((place, at) => {
    const next = lines[at + 1];
    // Pieces of a sentence stay together; unplaceable text goes with what follows.
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

/** Joins the kept passages with their marks, as far apart as they or those between them were. */
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
