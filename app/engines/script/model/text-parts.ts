import type { Line } from "#app/engines/script/read-blocks.ts";

/** A sentence of the member's text, with the number by which a model refers to it. */
export interface NumberedSentence {
  number: number;
  text: string;
}

/**
 * Splits a text into parts of at most `maxCharacters` (a longer sentence is a part of its own), at the end of a paragraph
 * where that leaves at least half a part. Sentences are numbered from 1 through all parts. At least one part.
 */
export function splitIntoParts(lines: readonly Line[], maxCharacters: number): NumberedSentence[][] {
  const parts: NumberedSentence[][] = [[]];
  let length = 0;
  lines.forEach((line, at) => {
    const isFull = length + line.text.length > maxCharacters;
    const endsParagraph = at > 0 && lines[at - 1]?.paragraph !== line.paragraph;
    const restOfParagraph = lines
      .slice(at)
      .filter(({ paragraph }) => paragraph === line.paragraph)
      .reduce((sum, { text }) => sum + text.length, 0);
    const breaksHere =
      endsParagraph && length >= maxCharacters / 2 && length + restOfParagraph > maxCharacters;
    if (length > 0 && (isFull || breaksHere)) {
      parts.push([]);
      length = 0;
    }
    parts.at(-1)?.push({ number: at + 1, text: line.text });
    length += line.text.length;
  });
  return parts;
}
