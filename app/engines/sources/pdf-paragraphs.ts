import type { BlockCollector } from "./block-collector.ts";
import type { PdfLine } from "./pdf-lines.ts";

/** A page's lines, and how far it goes across the lines. */
export interface PdfPage {
  lines: PdfLine[];
  depth: number;
}

/** Of a page, at both ends: where numbers and running heads stand. */
const marginShare = 0.1;
/** Of a page, from the end: where footnotes stand. */
const noteShare = 0.35;
const endOfSentence = /[。！？!?.．」』）)]$/u;

/** Puts the lines of a PDF's pages together to headings and paragraphs. Throws `SourceFull`. */
export function addParagraphs(pages: readonly PdfPage[], collector: BlockCollector): void {
  const body = usualSize(pages);
  const repeated = runningHeads(pages);
  const sizes = headingSizes(pages, body);
  let open: { text: string; last: PdfLine; level: number } | null = null;
  const flush = () => {
    if (open)
      collector.add(
        open.level > 0
          ? { kind: "heading", level: open.level, text: open.text }
          : (asItem(open.text) ?? { kind: "paragraph", text: open.text }),
      );
    open = null;
  };
  for (const { lines, depth } of pages) {
    const text = lines.filter((line) => {
      const place = line.across / depth;
      const isMargin = place < marginShare || place > 1 - marginShare;
      if (isMargin && (isPageNumber(line.text) || repeated.has(patternOf(line.text))))
        collector.omit("pageNumbers");
      else if (line.size < 0.88 * body && place > 1 - noteShare && isNote(line, lines, body))
        collector.omit("footnotes");
      else if (
        /^(?:図|表|写真|Fig\.|Figure|Table)\s?[0-9０-９]/u.test(line.text) &&
        !endOfSentence.test(line.text)
      )
        collector.omit("captions");
      else return true;
      return false;
    });
    const { start, end } = columnOf(text);
    for (const line of text) {
      const level = sizes.findIndex((size) => Math.abs(size - line.size) < 0.05 * size) + 1;
      const continues = open && open.level === level && goesOn(open.last, line, { start, end });
      if (!continues) flush();
      open = { text: open ? join(open.text, line.text) : line.text, last: line, level };
    }
  }
  flush();
}

const lengthOf = (line: PdfLine) => [...line.text].length;

/** The size of most letters. */
function usualSize(pages: readonly PdfPage[]): number {
  const letters = new Map<number, number>();
  for (const line of pages.flatMap(({ lines }) => lines)) {
    const size = Math.round(2 * line.size) / 2;
    letters.set(size, (letters.get(size) ?? 0) + lengthOf(line));
  }
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

/** Sizes of headings, the largest first: larger than the text, and of few letters. */
function headingSizes(pages: readonly PdfPage[], body: number): number[] {
  const all = pages.flatMap(({ lines }) => lines);
  const letters = all.reduce((sum, line) => sum + lengthOf(line), 0);
  const large = new Map<number, number>();
  for (const line of all)
    if (line.size > 1.13 * body) {
      const size = Math.round(line.size);
      large.set(size, (large.get(size) ?? 0) + lengthOf(line));
    }
  return [...large]
    .filter(([, count]) => count < 0.3 * letters)
    .map(([size]) => size)
    .sort((a, b) => b - a)
    .slice(0, 4);
}

const patternOf = (text: string) => text.replace(/[0-9０-９]+/g, "#").replace(/\s+/g, "");

const isPageNumber = (text: string) =>
  /^[-–—－(（［[\s]*(?:p\.?\s*|page\s*)?[0-9０-９ivxlc]{1,5}(?:\s*(?:\/|of|ページ|頁)\s*[0-9]{0,5})?[-–—－)）］\]\s]*$/iu.test(
    text.trim(),
  );

/** What stands at the edge of three pages or more. */
function runningHeads(pages: readonly PdfPage[]): Set<string> {
  const seen = new Map<string, number>();
  for (const { lines, depth } of pages) {
    const edge = lines.filter(
      ({ across }) => across / depth < marginShare || across / depth > 1 - marginShare,
    );
    for (const pattern of new Set(edge.map(({ text }) => patternOf(text))))
      seen.set(pattern, (seen.get(pattern) ?? 0) + 1);
  }
  return new Set([...seen].flatMap(([pattern, count]) => (count >= 3 ? [pattern] : [])));
}

/** Whether a small line near the end of a page is one of its notes: nothing of the text comes after it. */
function isNote(line: PdfLine, lines: readonly PdfLine[], body: number): boolean {
  return !lines.some(
    (other) => other.across > line.across && other.size > 0.92 * body && lengthOf(other) > 5,
  );
}

/** Where most lines begin, and where the longest end. */
function columnOf(lines: readonly PdfLine[]): { start: number; end: number } {
  const starts = lines.map(({ along }) => along).sort((a, b) => a - b);
  const ends = lines.map(({ end }) => end).sort((a, b) => a - b);
  return {
    start: starts[Math.floor(starts.length * 0.3)] ?? 0,
    end: ends[Math.floor(ends.length * 0.9)] ?? 0,
  };
}

/** Whether a line goes on with the paragraph of the line before it, on this page or the one before. */
function goesOn(before: PdfLine, line: PdfLine, column: { start: number; end: number }): boolean {
  if (Math.abs(before.size - line.size) > 0.12 * before.size) return false;
  // A space before its first letter.
  if (/^\s/u.test(line.text)) return false;
  const isIndented = line.along > Math.min(before.along, column.start) + 0.7 * line.size;
  const isEnded = endOfSentence.test(before.text.trim());
  if (listMark.test(line.text)) return false;
  const gap = line.across - before.across;
  // Of another column or page.
  if (gap < 0 || gap > 6 * line.size) return !isEnded && !isIndented;
  if (gap > 2.3 * line.size) return false;
  const isShort =
    before.end < column.end - 1.8 * before.size && before.along < column.start + 2 * before.size;
  return [isEnded, isIndented, isShort].filter(Boolean).length < 2;
}

const listMark = /^\s*(?:[・•●○■□◆]|[-–]\s|[①-⑳]|[(（]?\d{1,2}[.)．）](?!\d))\s*(?=\S)/u;

function asItem(text: string) {
  const mark = listMark.exec(text)?.[0];
  return mark ? { kind: "listItem" as const, text: text.slice(mark.length) } : null;
}

/** A word that is cut at the end of a line is one again. */
function join(first: string, second: string): string {
  if (/\p{Script=Latin}-$/u.test(first) && /^\p{Ll}/u.test(second)) return first.slice(0, -1) + second;
  return `${first.trimEnd()}\r${second.trimStart()}`;
}
