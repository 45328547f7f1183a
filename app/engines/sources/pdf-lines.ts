import { withRuby } from "./block-collector.ts";

/** Along and across the writing, in points from where reading begins. */
export interface PdfPiece {
  text: string;
  along: number;
  length: number;
  across: number;
  size: number;
}

export interface PdfLine {
  text: string;
  along: number;
  end: number;
  across: number;
  size: number;
  /** Parts with wide gaps between them, as a table's row has. */
  cells: number;
}

interface Letter {
  text: string;
  along: number;
  end: number;
}

interface OpenLine extends Omit<PdfLine, "text" | "end" | "cells"> {
  letters: Letter[];
}

/** Raised and small, it tells the number of a note. */
const noteMark = /^(?:[*＊※†‡]|[（(]?(?:注)?[0-9０-９]{1,3}[)）]?)$/u;
const maxMarkSize = 0.85;
/** In letters. */
const cellGap = 1.5;

const kanaOnly = /^[ぁ-ゖァ-ヺー・\s]+$/u;
/** About half as large as its base. */
const maxRubySize = 0.65;

/** Joins a page's pieces to lines, in the file's order; ruby becomes readings. */
export function toLines(pieces: readonly PdfPiece[]): PdfLine[] {
  const sizes = pieces.map(({ size }) => size).sort((a, b) => a - b);
  const usual = sizes[Math.floor(sizes.length / 2)] ?? 0;
  const isRuby = (piece: PdfPiece) => piece.size <= maxRubySize * usual && kanaOnly.test(piece.text);
  const lines: OpenLine[] = [];
  for (const piece of pieces) {
    if (isRuby(piece) || piece.text === "" || isNarrowBlank(piece)) continue;
    const last = lines.at(-1);
    if (last && isNoteMark(piece, last)) continue;
    const goesOn =
      last &&
      Math.abs(piece.across - last.across) < 0.5 * Math.max(last.size, piece.size) &&
      piece.along >= (last.letters.at(-1)?.end ?? 0) - piece.size;
    if (goesOn) {
      const gap = piece.along - (last.letters.at(-1)?.end ?? 0);
      if (gap > 0.25 * piece.size && isLatin(last.letters.at(-1)?.text) && isLatin(piece.text[0]))
        last.letters.push({ text: " ", along: piece.along - gap, end: piece.along });
      last.letters.push(...lettersOf(piece));
      last.size = Math.max(last.size, piece.size);
    } else
      lines.push({ letters: lettersOf(piece), along: piece.along, across: piece.across, size: piece.size });
  }
  const ruby = pieces.filter((piece) => isRuby(piece) && piece.text.trim() !== "");
  for (const piece of joinRuby(ruby)) attachRuby(piece, lines);
  return lines.map(({ letters, ...line }) => ({
    ...line,
    cells: cellsOf(letters, line.size),
    text: letters.map(({ text }) => text).join(""),
    end: letters.at(-1)?.end ?? line.along,
  }));
}

/** The library writes one where letters are a hair apart. */
const isNarrowBlank = ({ text, length, size }: PdfPiece) => text.trim() === "" && length < 0.1 * size;

/** A row of figures has no gaps left: the library has joined them with single blanks. */
function cellsOf(letters: readonly Letter[], size: number): number {
  const written = letters.filter(({ text }) => text.trim() !== "");
  const gaps = written.filter(({ along }, at) => along - (written[at - 1]?.end ?? along) > cellGap * size);
  const words = letters
    .map(({ text }) => text)
    .join("")
    .trim()
    .split(/\s+/u);
  const figures = words.filter((word) => /^[\d０-９][\d０-９,.:%％]*\p{L}{0,2}$/u.test(word));
  return Math.max(1 + gaps.length, figures.length * 2 > words.length ? words.length : 1);
}

/** Exponents (10², m²) follow a figure or a Latin letter, and are read. */
function isNoteMark({ text, size, across, along }: PdfPiece, line: OpenLine): boolean {
  const last = line.letters.at(-1);
  if (!last || !noteMark.test(text.trim()) || isLatin(last.text)) return false;
  const isRaised = across < line.across - 0.15 * line.size && across > line.across - line.size;
  return size <= maxMarkSize * line.size && isRaised && Math.abs(along - last.end) < line.size;
}

/** A reading that was written letter by letter. */
function joinRuby(pieces: readonly PdfPiece[]): PdfPiece[] {
  const joined: PdfPiece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    const gap = last ? piece.along - (last.along + last.length) : 0;
    const goesOn =
      last &&
      Math.abs(piece.across - last.across) < 0.3 * piece.size &&
      gap > -0.5 * piece.size &&
      gap < 0.8 * piece.size;
    if (goesOn) {
      last.text += piece.text;
      last.length = piece.along + piece.length - last.along;
    } else joined.push({ ...piece });
  }
  return joined;
}

const isLatin = (letter: string | undefined) => /[\p{Script=Latin}\p{N}.,;:)]/u.test(letter ?? "");

function lettersOf({ text, along, length }: PdfPiece): Letter[] {
  const letters = [...text];
  const each = length / letters.length;
  return letters.map((letter, at) => ({
    text: letter,
    along: along + at * each,
    end: along + (at + 1) * each,
  }));
}

/** To the kanji beside it in the next line. */
function attachRuby(piece: PdfPiece, lines: readonly OpenLine[]): void {
  const [from, to] = [piece.along, piece.along + piece.length];
  const line = lines
    .filter(({ across, size }) => across - piece.across > -0.2 * size && across - piece.across < 1.8 * size)
    .filter(({ letters }) => letters.some(({ along, end }) => end > from && along < to))
    .sort((a, b) => a.across - b.across)[0];
  if (!line) return;
  const beside = line.letters.flatMap(({ text, along, end }, at) => {
    const middle = (along + end) / 2;
    return /\p{Script=Han}|々/u.test(text) &&
      middle > from - 0.5 * piece.size &&
      middle < to + 0.5 * piece.size
      ? [at]
      : [];
  });
  const [first] = beside;
  const last = beside.at(-1);
  if (first === undefined || last === undefined) return;
  const word = line.letters.slice(first, last + 1);
  const base = word.map(({ text }) => text).join("");
  if (!/^[\p{Script=Han}々]+$/u.test(base)) return;
  line.letters.splice(first, word.length, {
    text: withRuby(base, piece.text),
    along: word[0]?.along ?? from,
    end: word.at(-1)?.end ?? to,
  });
}
