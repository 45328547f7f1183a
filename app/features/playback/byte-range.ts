/**
 * What a Range header asks of a file: all of it, one part (`start` and `end` inclusive, counted from 0, both inside
 * the file; `isOpen`: asked for as one range without an end) or nothing the file has.
 */
export type RangeAnswer =
  | { kind: "whole" }
  | { kind: "part"; start: number; end: number; isOpen: boolean }
  | { kind: "unsatisfiable" };

const WHOLE: RangeAnswer = { kind: "whole" };
const UNSATISFIABLE: RangeAnswer = { kind: "unsatisfiable" };

// Far more than any player sends; keeps a header of thousands of ranges from costing anything.
const MOST_CHARACTERS = 400;

/**
 * Reads a Range header (RFC 9110 §14.1, §14.2) for a file of `size` bytes. Never throws.
 *
 * - No header, another unit than bytes, or a header that breaks the grammar (one bad range spoils the set, §14.1.1)
 *   is ignored, which §14.2 allows: the whole file.
 * - Several ranges whose satisfiable ones form one run of bytes are answered by that run (§15.3.7.2 lets a server
 *   coalesce). Otherwise the whole file: multipart answers are optional (§14.2), no player of a single file asks for
 *   them, and sets of many small or overlapping ranges are how they are abused (§17.15).
 * - Ranges that all begin at or behind the end, or take a suffix of 0 bytes, are unsatisfiable (§14.1.2).
 *   An empty file has no part that Content-Range could name, so a proper suffix of it is the whole file.
 */
export function parseRange(header: string | null, size: number): RangeAnswer {
  if (header === null) return WHOLE;
  if (header.length > MOST_CHARACTERS || !/^bytes=/i.test(header)) return WHOLE;
  const set = header.slice("bytes=".length);
  // A list may hold empty elements and white space around its commas, but none before the first element (§5.6.1.2).
  if (/^[ \t]+[^ \t,]/.test(set)) return WHOLE;

  const parts: { start: number; end: number }[] = [];
  let ranges = 0;
  let isOpen = false;
  let emptySuffix = false;
  for (const element of set.split(",")) {
    const spec = element.replace(/^[ \t]+|[ \t]+$/g, "");
    if (spec === "") continue;
    const positions = /^([0-9]*)-([0-9]*)$/.exec(spec);
    if (positions === null) return WHOLE;
    const [, first = "", last = ""] = positions;
    if (first === "" && last === "") return WHOLE;
    if (first !== "" && last !== "" && isGreater(first, last)) return WHOLE;
    ranges += 1;
    isOpen = first !== "" && last === "" && ranges === 1;
    // Digits beyond what a number holds exactly are beyond every file's end as well, so rounding does no harm.
    if (first === "") {
      const suffix = Number(last);
      if (suffix > 0 && size > 0) parts.push({ start: Math.max(0, size - suffix), end: size - 1 });
      else if (suffix > 0) emptySuffix = true;
    } else if (Number(first) < size) {
      parts.push({ start: Number(first), end: last === "" ? size - 1 : Math.min(Number(last), size - 1) });
    }
  }
  if (ranges === 0) return WHOLE;
  if (parts.length === 0) return emptySuffix ? WHOLE : UNSATISFIABLE;
  return oneRun(parts, isOpen);
}

/** The run of bytes that the parts make together, or the whole file when they leave a gap. */
function oneRun(parts: { start: number; end: number }[], isOpen: boolean): RangeAnswer {
  const sorted = parts.length === 1 ? parts : parts.toSorted((a, b) => a.start - b.start);
  let start = -1;
  let end = -1;
  for (const part of sorted) {
    if (start === -1) start = part.start;
    else if (part.start > end + 1) return WHOLE;
    end = Math.max(end, part.end);
  }
  return { kind: "part", start, end, isOpen };
}

/** Whether the first row of digits is the greater number, however long they are. */
function isGreater(a: string, b: string): boolean {
  return BigInt(a) > BigInt(b);
}
