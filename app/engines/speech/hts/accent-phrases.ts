import type { Word } from "#app/engines/words/analyze-words.ts";
import { mendAccents } from "./accent-rules.ts";
import type { AccentPhrase, ReadPhrases } from "./front-end.ts";
import { accentInflections } from "./inflection-accents.ts";
import { joinPhrases } from "./join-phrases.ts";
import { readMarked } from "./marked-phrases.ts";

/** How marked text (`markedText`) is said: what the front end reads, with the phrases and accents that it gets wrong mended. `words`: of the text. */
export function readAccentPhrases(text: string, words: readonly Word[], read: ReadPhrases): AccentPhrase[] {
  const phrases = mendAccents(readMarked(text, read));
  return accentInflections(joinPhrases(phrases, words, read), words, read);
}
