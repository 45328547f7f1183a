/**
 * What a Range header requests: the whole file, a part (`start` and `end` inclusive, from 0, within the file; `isOpen`: without
 * an end), or nothing within it.
 */
export type ParsedRange =
  | { kind: "whole" }
  | { kind: "part"; start: number; end: number; isOpen: boolean }
  | { kind: "unsatisfiable" };

const WHOLE: ParsedRange = { kind: "whole" };
const UNSATISFIABLE: ParsedRange = { kind: "unsatisfiable" };

// Prevents costly headers with thousands of ranges; no player sends as much.
const MAX_HEADER_LENGTH = 400;

/**
 * Reads a Range header (RFC 9110 §14.1, §14.2) for a file of `size` bytes. Never throws.
 *
 * - None, another unit, or any syntax error (§14.1.1): the whole file, as §14.2 allows.
 * - Several contiguous satisfiable ranges: one combined part (§15.3.7.2), else the whole file. Multipart is optional (§14.2),
 *   players don't ask for it, and many small or overlapping ranges are an attack (§17.15).
 * - Only ranges beyond the end, or a suffix of 0 bytes: unsatisfiable (§14.1.2). A suffix of an empty file is the whole file.
 */
export function parseRange(header: string | null, size: number): ParsedRange {
  if (header === null) return WHOLE;
  if (header.length > MAX_HEADER_LENGTH || !/^bytes=/i.test(header)) return WHOLE;
  const set = header.slice("bytes=".length);
  // Empty elements and white space around commas are allowed, but not before the first element (§5.6.1.2).
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
    // Unsafe integers may be rounded: they are beyond any file's end.
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

function isGreater(a: string, b: string): boolean {
  const areSafe = a.length <= 15 && b.length <= 15;
  return areSafe ? Number(a) > Number(b) : BigInt(a) > BigInt(b);
}
