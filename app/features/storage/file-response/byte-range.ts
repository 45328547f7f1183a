/**
 * What a Range header requests: the whole file, one part (`start` and `end` inclusive, from 0, both within the file;
 * `isOpen`: a single range without an end), or only bytes beyond the file.
 */
export type ParsedRange =
  | { kind: "whole" }
  | { kind: "part"; start: number; end: number; isOpen: boolean }
  | { kind: "unsatisfiable" };

const WHOLE: ParsedRange = { kind: "whole" };
const UNSATISFIABLE: ParsedRange = { kind: "unsatisfiable" };

// More than any player sends; longer headers are ignored, so that thousands of ranges cost nothing.
const MAX_HEADER_LENGTH = 400;

/**
 * Reads a Range header (RFC 9110 §14.1, §14.2) for a file of `size` bytes. Never throws.
 *
 * - No header, a unit other than bytes, or a header with a syntax error (one invalid range invalidates the set,
 *   §14.1.1): the whole file, as §14.2 allows.
 * - Several ranges whose satisfiable ones are contiguous: the combined range (§15.3.7.2 allows coalescing). Otherwise
 *   the whole file: multipart responses are optional (§14.2), players do not request them, and sets of many small or
 *   overlapping ranges are a known attack (§17.15).
 * - Ranges that all begin at or beyond the end, or a suffix of 0 bytes: unsatisfiable (§14.1.2). An empty file has no
 *   part that Content-Range could name, so a suffix of it is the whole file.
 */
export function parseRange(header: string | null, size: number): ParsedRange {
  if (header === null) return WHOLE;
  if (header.length > MAX_HEADER_LENGTH || !/^bytes=/i.test(header)) return WHOLE;
  const set = header.slice("bytes=".length);
  // A list may have empty elements and white space around commas, but none before the first element (§5.6.1.2).
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
    // Rounding of unsafe integers is harmless: they are beyond the end of any file.
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
  return coalesce(parts, isOpen);
}

/** The parts combined, or the whole file if there is a gap between them. */
function coalesce(parts: { start: number; end: number }[], isOpen: boolean): ParsedRange {
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

/** Compares decimal digits of any length. */
function isGreater(a: string, b: string): boolean {
  const areSafe = a.length <= 15 && b.length <= 15;
  return areSafe ? Number(a) > Number(b) : BigInt(a) > BigInt(b);
}
