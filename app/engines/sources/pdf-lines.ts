import { withRuby } from "./block-collector.ts";

/** A piece of text on a page, along the direction of writing (`along`) and across it (`across`), in points from where reading begins. */
export interface PdfPiece {
  text: string;
  along: number;
  length: number;
  across: number;
  size: number;
}

/** A line of a page. */
export interface PdfLine {
  text: string;
  along: number;
  end: number;
  across: number;
  size: number;
}

interface Letter {
  text: string;
  along: number;
  end: number;
}

interface OpenLine extends Omit<PdfLine, "text" | "end"> {
  letters: Letter[];
}

const kanaOnly = /^[ぁ-ゖァ-ヺー・\s]+$/u;
/** Ruby is about half as large as what it stands beside. */
const maxRubySize = 0.65;

/** The pieces of a page as lines, in the order of the file; ruby becomes the reading of the letters that it stands beside. */
export function toLines(pieces: readonly PdfPiece[]): PdfLine[] {
  const sizes = pieces.map(({ size }) => size).sort((a, b) => a - b);
  const usual = sizes[Math.floor(sizes.length / 2)] ?? 0;
  const isRuby = (piece: PdfPiece) => piece.size <= maxRubySize * usual && kanaOnly.test(piece.text);
  const lines: OpenLine[] = [];
  for (const piece of pieces) {
    if (isRuby(piece) || piece.text === "") continue;
    const last = lines.at(-1);
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
  for (const piece of pieces) if (isRuby(piece)) attachRuby(piece, lines);
  return lines.map(({ letters, ...line }) => ({
    ...line,
    text: letters.map(({ text }) => text).join(""),
    end: letters.at(-1)?.end ?? line.along,
  }));
}

const isLatin = (letter: string | undefined) => /[\p{Script=Latin}\p{N}.,;:)]/u.test(letter ?? "");

/** Its letters, which share its length. */
function lettersOf({ text, along, length }: PdfPiece): Letter[] {
  const letters = [...text];
  const each = length / letters.length;
  return letters.map((letter, at) => ({
    text: letter,
    along: along + at * each,
    end: along + (at + 1) * each,
  }));
}

/** Writes a reading to the kanji of the line after it that lie beside it. */
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
