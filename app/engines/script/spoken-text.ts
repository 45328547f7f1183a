import type { Word } from "#app/engines/words/analyze-words.ts";
import { itemNumbers, type PhrasePicker } from "./phrases.ts";
import type { Line } from "./read-blocks.ts";
import type { TextKind } from "./text-kind.ts";
import type { Tone } from "./tones.ts";

export interface ScriptContext {
  lines: readonly Line[];
  words: readonly (readonly Word[])[];
  kind: TextKind;
  tone: Tone;
  picker: PhrasePicker;
  title: string | null;
  hasSections: boolean;
}

function closeSentence(text: string): string {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]$/u.test(text) ? `${text}。` : text;
}

/** Verses unchanged, items numbered, else ended. */
export function spokenText(line: Line, text: string, o: { isFirst: boolean; isVerse: boolean }): string {
  const number = line.number === undefined || !o.isFirst ? "" : (itemNumbers[line.number - 1] ?? "");
  return number + (line.continues || o.isVerse ? text : closeSentence(text));
}

/** Puts text on the next line, unless the script would read it as another turn. */
export function inNextLine(before: string, text: string): string {
  return /^\s*(?:[AＡBＢ]\s?[:：]|[#＃]\s)/u.test(text) ? `${before} ${text}` : `${before}\n${text}`;
}

/**
 * Joins what one host says. A verse keeps its line, and so does unmarked text that ends a line (`endsLine`): both are heard as
 * pauses.
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
