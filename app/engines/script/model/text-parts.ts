import type { Line } from "#app/engines/script/read-blocks.ts";

/** The model refers to it by number. */
export interface NumberedSentence {
  number: number;
  text: string;
}

/**
 * Parts of at most `maxCharacters` (or one sentence), cut at paragraphs if half full. Numbers run from 1 through all. At least
 * one part.
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
