import { withoutPlaceReadings } from "#app/lib/place-readings.ts";
import { cleanText } from "./clean-text.ts";
import { matchAt } from "./minutes/passages.ts";
import { splitSentences } from "./split-sentences.ts";

/** Letters of a sentence by which a place is known; a shorter one (「そうです。」) may stand anywhere. */
const minLetters = 5;
/** Where a sentence was given another ending (である, です), so much of its beginning tells its place. */
const beginningShare = 0.7;
const minBeginning = 10;
/** Characters around the words, and of the words. */
const maxAround = 30;
const maxWords = 160;

/**
 * Where the lines of a script stand in the text that it was made from: the sentences of it that the text has in the same words,
 * or in the same words but for their ending. Null for a line of which the text has no sentence: a greeting, a question of the
 * other host, or what a model has added.
 */
export function findLineSources(text: string, turns: readonly { text: string }[]): (LineSource | null)[] {
  // As the lines are compared: without readings.
  const source = withoutPlaceReadings(cleanText(text));
  let from = 0;
  return turns.map((turn) => {
    let place: { start: number; end: number } | null = null;
    const words = withoutPlaceReadings(turn.text);
    for (const sentence of splitSentences(words)) {
      const found = findSentence(source, sentence.text, place?.end ?? from);
      if (!found) continue;
      place ??= found;
      // Sentences of one line that stand far apart are known by the first.
      if (found.start >= place.start && found.end - place.start <= 2 * turn.text.length + maxAround)
        place = { start: place.start, end: found.end };
    }
    // Sentences too short to have a place of their own have one together.
    place ??= findSentence(source, words, from);
    if (!place) return null;
    from = place.end;
    return showPlace(source, place);
  });
}

/** The next place of a sentence from `from` on, else the first one of the text. */
function findSentence(source: string, sentence: string, from: number): { start: number; end: number } | null {
  const words = sentence.replace(/[\s。！？!?、，,]+$/u, "");
  const letters = words.replace(/[^\p{L}\p{N}]/gu, "").length;
  if (letters < minLetters) return null;
  const beginning = words.slice(0, Math.ceil(words.length * beginningShare));
  const searched = beginning.length >= minBeginning ? [words, beginning] : [words];
  for (const text of searched)
    for (const start of startsOf(source, text.charAt(0), from)) {
      const end = matchAt(source, start, text);
      if (end === null) continue;
      return {
        start,
        end: text === words ? end : end + (/^[^。！？!?\n]*/u.exec(source.slice(end))?.[0].length ?? 0),
      };
    }
  return null;
}

function* startsOf(source: string, first: string, from: number): Generator<number> {
  for (let at = source.indexOf(first, from); at >= 0; at = source.indexOf(first, at + 1)) yield at;
  for (let at = source.indexOf(first); at >= 0 && at < from; at = source.indexOf(first, at + 1)) yield at;
}

/** Where the words of a line of a script stand in the text that it was made from. `paragraph`: from 1. */
export type LineSource = ReturnType<typeof showPlace>;

/** The words themselves, and what stands around them in the paragraph; 「…」 where that is cut. */
function showPlace(source: string, { start, end }: { start: number; end: number }) {
  const begin = source.lastIndexOf("\n", start - 1) + 1;
  const stop = source.indexOf("\n", end);
  const before = source.slice(start === 0 ? 0 : begin, start);
  const after = source.slice(end, stop < 0 ? source.length : stop);
  const words = source.slice(start, end);
  return {
    paragraph: source.slice(0, start).split(/\n+/u).length,
    before: before.length > maxAround ? `…${before.slice(-maxAround).toWellFormed()}` : before,
    words: words.length > maxWords ? `${words.slice(0, maxWords).toWellFormed()}…` : words,
    after: after.length > maxAround ? `${after.slice(0, maxAround).toWellFormed()}…` : after,
  };
}
