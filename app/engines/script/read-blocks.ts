import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";
import { splitSentences } from "./split-sentences.ts";
import { announceCode, speakTables } from "./tables-and-code.ts";

type LineKind = "sentence" | "heading" | "item";

export interface Line {
  text: string;
  kind: LineKind;
  paragraph: number;
  number?: number;
  role?: "question" | "answer";
  /** All pieces of a sentence but the last. */
  continues: boolean;
  afterBlank?: true;
}

interface Row {
  text: string;
  kind: LineKind;
  number?: number;
  role?: Line["role"];
  /** A blank line, heading or rule precedes. */
  afterGap: boolean;
  /** After earlier text. */
  afterBlank?: boolean;
}

const questionMark = /^(?:[QＱ]|問い?|質問)\s?[0-9０-９]{0,3}\s?[.．:：、)）]\s*(\S.*)$/su;
const answerMark = /^(?:[AＡ]|答え?|回答)\s?[0-9０-９]{0,3}\s?[.．:：、)）]\s*(\S.*)$/su;

/** Only if both marks occur. */
function readRoles(rows: Row[]): void {
  const questions = rows.map(({ text }) => questionMark.exec(text)?.[1]);
  const answers = rows.map(({ text }) => answerMark.exec(text)?.[1]);
  if (!questions.some((text) => text) || !answers.some((text) => text)) return;
  rows.forEach((row, at) => {
    const text = questions[at] ?? answers[at];
    if (text === undefined) return;
    row.role = questions[at] === undefined ? "answer" : "question";
    row.text = text;
    row.kind = "sentence";
    row.afterGap = true;
  });
}

const endOfSentence = /[。！？!?｡．.؟۔।」』）)]$/u;

function stripInlineMarks(text: string): string {
  return text
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/gu, "$1")
    .replace(/\*\*|~~|`+/gu, "")
    .replace(/^_{2}|_{2}$/gu, "")
    .trim();
}

function circledNumber(mark: string): number {
  return mark.charCodeAt(0) - "①".charCodeAt(0) + 1;
}

function readRow(line: string, afterGap: boolean): Row | null {
  if (/^(?:[-=*_―─━~～＊・…\s]{3,}|`{3,}.*|\|[-:|\s]+\|?)$/u.test(line) && !/[…・]/u.test(line)) return null;
  const heading = /^(?:#{1,6}\s+|[■◆▼●◎]\s*)(.*)$/su.exec(line)?.[1];
  if (heading !== undefined && !/[。！？]/u.test(heading) && heading.length <= 60) {
    const text = stripInlineMarks(heading.replace(/\s#+$/u, ""));
    return text === "" ? null : { text, kind: "heading", afterGap };
  }
  const framed = /^【([^【】]{1,40})】$/u.exec(line)?.[1];
  if (framed !== undefined) return { text: framed.trim() || line, kind: "heading", afterGap };
  const ordered = /^[（(]?([0-9０-９]{1,2})(?:[.．)）](?:\s+|(?![0-9０-９]))|、(?![0-9０-９]))(\S.*)$/su.exec(
    line,
  );
  if (ordered) {
    const number = Number(normalizeUnicode(ordered[1] ?? "", "NFKC"));
    return { text: stripInlineMarks(ordered[2] ?? line) || line, kind: "item", number, afterGap };
  }
  const circled = /^([①-⑳])\s*(\S.*)$/su.exec(line);
  if (circled) {
    const number = circledNumber(circled[1] ?? "①");
    return { text: stripInlineMarks(circled[2] ?? line) || line, kind: "item", number, afterGap };
  }
  const item = /^(?:[-*+‣–]\s+|[・•●○◇□▪]\s*)(?:\[[ xX]\]\s*)?(\S.*)$/su.exec(line)?.[1];
  if (item !== undefined) return { text: stripInlineMarks(item) || item, kind: "item", afterGap };
  const quoted = line.replace(/^(?:>\s?)+|^#{1,6}\s+|^[■◆▼◎]\s*/u, "");
  const cells = /^\|.*\|$/su.test(quoted)
    ? quoted
        .split("|")
        .map((cell) => cell.trim())
        .filter((cell) => cell !== "")
        .join("、")
    : quoted;
  const text = stripInlineMarks(cells);
  return text === "" ? null : { text, kind: "sentence", afterGap };
}

function isWrapped(row: Row, next: Row | undefined, widest: number): boolean {
  if (row.kind !== "sentence" || next?.kind !== "sentence" || next.afterGap) return false;
  if (endOfSentence.test(row.text)) return false;
  if (/[、，,]$/u.test(row.text)) return true;
  if (/[a-z]$/u.test(row.text) && /^[a-z]/u.test(next.text)) return true;
  return widest >= 24 && row.text.length >= widest - 3 && endOfSentence.test(next.text);
}

/** A short unmarked line above text. */
function isTitleLine(row: Row, next: Row | undefined): boolean {
  if (row.kind !== "sentence" || next?.kind !== "sentence" || !row.afterGap) return false;
  if (row.text.length > 30 || /[。！？!?、，,：:]$/u.test(row.text) || /[。「]/u.test(row.text)) return false;
  return next.afterGap ? /[。.！？]/u.test(next.text) : next.text.length > 30 && next.text.includes("。");
}

function joinRows(first: string, second: string): string {
  const bothLatin = /[\u0021-\u007e]$/u.test(first) && /^[\u0021-\u007e]/u.test(second);
  return bothLatin ? `${first} ${second}` : first + second;
}

/**
 * Lines to speak, of cleaned text (`cleanText`). Removes Markdown and Japanese list and heading marks; `number` keeps an
 * item's. Paragraphs end at blank lines, or at each break if there are none. Marks only give one line, empty text none. Table
 * rows are told with heads, programs announced.
 */
export function readBlocks(cleaned: string): Line[] {
  const text = speakTables(announceCode(cleaned));
  const rows: Row[] = [];
  let gap = true;
  let isAfterBlank = false;
  for (const raw of text.split("\n")) {
    const line = raw.trim();
    const row: Row | null = line === "" ? null : readRow(line, gap);
    if (row) rows.push({ ...row, afterBlank: isAfterBlank && rows.length > 0 });
    gap = row === null || row.kind === "heading";
    isAfterBlank = line === "" || (row === null && isAfterBlank);
  }
  if (rows.length === 0) {
    const rest = text.replace(/\s+/gu, " ").trim();
    return splitSentences(rest).flatMap(({ pieces }) => toLines(pieces, "sentence", 0));
  }

  readRoles(rows);
  const widest = rows.reduce(
    (width, row) => Math.max(width, row.kind === "sentence" ? row.text.length : 0),
    0,
  );
  const hasBlankLines = /\n\s*\n/u.test(text);
  const lines: Line[] = [];
  let paragraph = -1;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at];
    if (!row) continue;
    const kind: LineKind = !row.role && isTitleLine(row, rows[at + 1]) ? "heading" : row.kind;
    const before = rows[at - 1];
    const sameList = kind === "item" && before?.kind === "item";
    if (lines.length === 0 || row.afterGap || kind !== before?.kind || (!hasBlankLines && !sameList))
      paragraph++;
    const parts = [row.text];
    while (kind === "sentence" && isWrapped(rows[at] ?? row, rows[at + 1], widest)) {
      at++;
      parts.push(rows[at]?.text ?? "");
    }
    const whole = parts.reduce(joinRows);
    const sentences = kind === "heading" ? [{ text: whole, pieces: [whole] }] : splitSentences(whole);
    const first = lines.length;
    sentences.forEach(({ pieces }, index) => {
      lines.push(
        ...toLines(pieces, index === 0 || kind !== "item" ? kind : "sentence", paragraph, {
          number: row.number,
          role: row.role,
        }),
      );
    });
    const begun = lines[first];
    if (begun && row.afterBlank) begun.afterBlank = true;
  }
  return lines;
}

function toLines(
  pieces: readonly string[],
  kind: LineKind,
  paragraph: number,
  row: Pick<Row, "number" | "role"> = {},
): Line[] {
  return pieces.map((text, index) => ({
    text,
    kind: index === 0 ? kind : "sentence",
    paragraph,
    continues: index < pieces.length - 1,
    ...(row.number !== undefined && index === 0 && kind === "item" ? { number: row.number } : {}),
    ...(row.role ? { role: row.role } : {}),
  }));
}
