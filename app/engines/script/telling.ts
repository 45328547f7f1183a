import type { Word } from "#app/engines/words/analyze-words.ts";
import { itemNumbers, type PhrasePicker } from "./phrases.ts";
import type { Line } from "./read-blocks.ts";
import type { TextKind } from "./text-kind.ts";
import type { Tone } from "./tones.ts";

/** What all forms of a script know of their text. */
export interface Telling {
  lines: readonly Line[];
  /** Of each line. */
  words: readonly (readonly Word[])[];
  kind: TextKind;
  tone: Tone;
  picker: PhrasePicker;
  /** As far as it is announced. */
  title: string | null;
  /** Whether headings begin sections. */
  hasSections: boolean;
}

/** Adds 。 to Japanese text that ends without a mark. */
function closeSentence(text: string): string {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]$/u.test(text) ? `${text}。` : text;
}

/** A line as it is spoken: verses as they are, items with their number, everything else ended. */
export function spokenText(line: Line, text: string, o: { isFirst: boolean; isVerse: boolean }): string {
  const number = line.number === undefined || !o.isFirst ? "" : (itemNumbers[line.number - 1] ?? "");
  return number + (line.continues || o.isVerse ? text : closeSentence(text));
}

/** Puts what is spoken after a pause into a line of its own, unless a script would read that line as another turn. */
export function inNextLine(before: string, text: string): string {
  return /^\s*(?:[AＡBＢ]\s?[:：]|[#＃]\s)/u.test(text) ? `${before} ${text}` : `${before}\n${text}`;
}

/**
 * Joins what one host says in a row. A verse keeps its line, and what ends without a mark does where a line of the text ends
 * (`endsLine`): it is heard as a pause.
 */
export function joinSpoken(
  before: string,
  text: string,
  { isVerse = false, endsLine = false }: { isVerse?: boolean; endsLine?: boolean } = {},
): string {
  const isOpen = !/[。！？、」』…]$/u.test(before);
  if (isVerse || (endsLine && isOpen)) return inNextLine(before, text);
  return isOpen && !/[）]$/u.test(before) ? `${before} ${text}` : before + text;
}
