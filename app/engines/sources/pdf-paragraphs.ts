import type { BlockCollector } from "./block-collector.ts";
import type { PdfLine } from "./pdf-lines.ts";

export interface PdfPage {
  lines: PdfLine[];
  /** Across the lines, and along them. */
  depth: number;
  breadth: number;
}

/** Both ends: numbers and running heads. */
const marginShare = 0.1;
/** The share of a page, from its end, where footnotes stand. */
const noteShare = 0.35;
/** In letters, on average. */
const maxCell = 12;
const endOfSentence = /[。！？!?.．」』）)]$/u;

/** Joins lines to headings and paragraphs. Throws `SourceFull`. */
export function addParagraphs(pages: readonly PdfPage[], collector: BlockCollector): void {
  const body = usualSize(pages);
  const repeated = runningHeads(pages);
  const sizes = headingSizes(pages, body);
  let open: { text: string; last: PdfLine; column: Column; level: number } | null = null;
  const flush = () => {
    if (open)
      collector.add(
        open.level > 0
          ? { kind: "heading", level: open.level, text: open.text }
          : (asItem(open.text) ?? { kind: "paragraph", text: open.text }),
      );
    open = null;
  };
  for (const page of pages) {
    const { lines, depth } = page;
    const outermost = lines.toSorted((one, other) => other.across - one.across)[0];
    const rows = tableRows(lines);
    const text = lines.filter((line) => {
      const place = line.across / depth;
      const isEdge = isMargin(line, page);
      if (
        isPageNumber(line.text) ? isEdge || line === outermost : isEdge && repeated.has(patternOf(line.text))
      )
        collector.omit("pageNumbers");
      else if (line.size < 0.88 * body && place > 1 - noteShare && isNote(line, lines, body))
        collector.omit("footnotes");
      else if (rows.has(line)) collector.omit("tables");
      else if (
        /^(?:図|表|写真|Fig\.|Figure|Table)\s?[0-9０-９]/u.test(line.text) &&
        !endOfSentence.test(line.text)
      )
        collector.omit("captions");
      else return true;
      return false;
    });
    const columns = columnsOf(text);
    const isVerse = readsAsVerse(text, columns);
    for (const line of text) {
      const level = sizes.findIndex((size) => Math.abs(size - line.size) < 0.05 * size) + 1;
      const column = columnAt(columns, line);
      const continues = open && open.level === level && goesOn({ ...open, isVerse }, { line, column });
      if (!continues) flush();
      open = {
        text: open
          ? isVerse && level === 0
            ? `${open.text}\n${line.text}`
            : join(open.text, line.text)
          : line.text,
        last: line,
        column,
        level,
      };
    }
  }
  flush();
}

const lengthOf = (line: PdfLine) => [...line.text].length;

function usualSize(pages: readonly PdfPage[]): number {
  const letters = new Map<number, number>();
  for (const line of pages.flatMap(({ lines }) => lines)) {
    const size = Math.round(2 * line.size) / 2;
    letters.set(size, (letters.get(size) ?? 0) + lengthOf(line));
  }
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

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

function runningHeads(pages: readonly PdfPage[]): Set<string> {
  const least = pages.length > 2 ? 3 : 2;
  const seen = new Map<string, number>();
  for (const page of pages) {
    const edge = page.lines.filter((line) => isMargin(line, page));
    for (const pattern of new Set(edge.map(({ text }) => patternOf(text))))
      seen.set(pattern, (seen.get(pattern) ?? 0) + 1);
  }
  return new Set([...seen].flatMap(([pattern, count]) => (count >= least ? [pattern] : [])));
}

function isNote(line: PdfLine, lines: readonly PdfLine[], body: number): boolean {
  return !lines.some(
    (other) => other.across > line.across && other.size > 0.92 * body && lengthOf(other) > 5,
  );
}

/** Above, below or beside the text: a vertical page has its heads across the beginnings of lines. */
function isMargin({ across, along, end }: PdfLine, { depth, breadth }: PdfPage): boolean {
  const isIn = (from: number, to: number, size: number) =>
    to < marginShare * size || from > (1 - marginShare) * size;
  return isIn(across, across, depth) || isIn(along, end, breadth);
}

/** Two lines or more of short cells, and of figures where there are two cells: 「日時　三日」 is no table. With the line of its heads. */
function tableRows(lines: readonly PdfLine[]): Set<PdfLine> {
  const isRow = (line: PdfLine | undefined, cells: number) =>
    line !== undefined && line.cells === cells && [...line.text].length <= maxCell * cells;
  const isData = ({ cells, text }: PdfLine) =>
    cells > 2 || /(?:^|\s)[\d０-９,.:%％]+(?:\s|$)/u.test(text.trim());
  return new Set(
    lines.filter((line, at) => {
      const { cells } = line;
      const [before, after] = [lines[at - 1], lines[at + 1]];
      if (cells < 2 || !isRow(line, cells)) return false;
      const goesOn = isRow(after, cells) && after !== undefined && isData(after);
      return goesOn || (isData(line) && isRow(before, cells));
    }),
  );
}

interface Column {
  start: number;
  end: number;
  /** Paragraphs begin with one, so that a line without it goes on, also behind a sentence's end. */
  hasIndents: boolean;
}

/** Where columns begin (several lines do), from the first; a paragraph's indent is none. And where most of their lines end. */
function columnsOf(lines: readonly PdfLine[]): Column[] {
  const counts = new Map<number, number>();
  for (const { along } of lines) counts.set(Math.round(along), (counts.get(Math.round(along)) ?? 0) + 1);
  const size = lines[0]?.size ?? 0;
  const starts: number[] = [];
  for (const [along, count] of [...counts].sort((a, b) => a[0] - b[0]))
    if (
      count >= Math.max(2, 0.15 * lines.length) &&
      along - (starts.at(-1) ?? Number.NEGATIVE_INFINITY) > 4 * size
    )
      starts.push(along);
  if (starts.length === 0) starts.push(Math.min(...lines.map(({ along }) => along)));
  return starts.map((start, at) => {
    const next = starts[at + 1] ?? Number.POSITIVE_INFINITY;
    const own = lines.filter(({ along, size }) => along > start - size && along < next - size);
    const ends = own.map(({ end }) => end).sort((a, b) => a - b);
    const indented = own.filter(
      ({ along, size }) => along > start + 0.7 * size && along < start + 2.5 * size,
    );
    return { start, end: ends[Math.floor(ends.length * 0.9)] ?? 0, hasIndents: indented.length > 1 };
  });
}

const columnAt = (columns: readonly Column[], { along, size }: PdfLine): Column =>
  columns.findLast(({ start }) => start < along + size) ??
  columns[0] ?? { start: 0, end: 0, hasIndents: false };

const isShort = ({ along, end, size }: PdfLine, column: Column) =>
  end < column.end - 1.8 * size &&
  (along < column.start + 2 * size || end < column.start + 0.6 * (column.end - column.start));

/** Most lines end early, without a sentence's end. */
function readsAsVerse(lines: readonly PdfLine[], columns: readonly Column[]): boolean {
  const going = lines.slice(0, -1).filter(({ text }) => !endOfSentence.test(text.trim()));
  const short = going.filter((line) => isShort(line, columnAt(columns, line)));
  return short.length >= 3 && short.length > 0.5 * going.length;
}

function goesOn(
  before: { last: PdfLine; column: Column; isVerse: boolean; level: number },
  { line, column }: { line: PdfLine; column: Column },
): boolean {
  const { last, isVerse, level } = before;
  if (Math.abs(last.size - line.size) > 0.12 * last.size) return false;
  if (/^\s/u.test(line.text)) return false;
  const isEnded = endOfSentence.test(last.text.trim());
  if (listMark.test(line.text)) return false;
  const gap = line.across - last.across;
  const movesOn = gap < 0 || gap > 6 * line.size;
  // In its own column; a heading in the middle of the page has none.
  const start = movesOn ? column.start : Math.min(last.along, column.start);
  const isIndented = line.along > start + 0.7 * line.size;
  if (movesOn) return !isIndented && (!isEnded || (column.hasIndents && !isShort(last, before.column)));
  if (gap > 2.3 * line.size) return false;
  if (isVerse && level === 0) return true;
  return [isEnded, isIndented, isShort(last, before.column)].filter(Boolean).length < 2;
}

const listMark = /^\s*(?:[・•●○■□◆]|[-–]\s|[①-⑳]|[(（]?\d{1,2}[.)．）](?!\d)|[ａ-ｚア-オ]\s)\s*(?=\S)/u;

function asItem(text: string) {
  const mark = listMark.exec(text)?.[0];
  return mark ? { kind: "listItem" as const, text: text.slice(mark.length) } : null;
}

/** Joins a hyphenated word. */
function join(first: string, second: string): string {
  if (/\p{Script=Latin}[-\u00ad\u2010]$/u.test(first) && /^\p{Ll}/u.test(second))
    return first.slice(0, -1) + second;
  return `${first.trimEnd()}\r${second.trimStart()}`;
}
