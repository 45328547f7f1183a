import type { Word } from "#app/engines/words/analyze-words.ts";
import type { AccentPhrase, ReadPhrases } from "../front-end.ts";
import { findWords } from "../label-words.ts";
import { readMarked } from "../marked-phrases.ts";
import { leaveSpecialMora, mendAccents } from "./accent-rules.ts";
import { compoundAccent } from "./compound-accents.ts";
import { joinPhrases } from "./join-phrases.ts";
import { nounAccents } from "./noun-accents.ts";
import { readWordAccents, wordSpans } from "./phrase-words.ts";
import { verbAccents } from "./verb-accents.ts";

/** How marked text (`markedText`) is said: what the front end reads, with the phrases and accents that it gets wrong mended. `words`: of the text. */
export function readAccentPhrases(text: string, words: readonly Word[], read: ReadPhrases): AccentPhrase[] {
  const phrases = mendAccents(readMarked(text, read));
  return accentInflections(joinPhrases(phrases, words, read), words, read);
}

const wordRules = [...verbAccents, ...nounAccents];

/** Accents of forms, compounds and particles, where the front end adds up what the dictionary has: た'べた, 書こ'う, 庭に'は. */
function accentInflections(
  phrases: readonly AccentPhrase[],
  words: readonly Word[],
  read: ReadPhrases,
): AccentPhrase[] {
  const wordsOf = findWords(phrases, words);
  const accentOfWord = readWordAccents(read);
  return phrases.map((phrase, index) => {
    const asRead = {
      phrase,
      spans: wordSpans(wordsOf[index] ?? []),
      isFlat: isFlat(phrase),
      isModified: phrases[index - 1]?.hasPauseAfter === false,
      accentOfWord,
    };
    const compound = withAccent(phrase, compoundAccent(asRead));
    const inWords = { ...asRead, phrase: compound, isFlat: isFlat(compound) };
    for (const rule of wordRules) {
      for (const at of inWords.spans.keys()) {
        const accent = rule(inWords, at);
        if (accent !== undefined) return withAccent(compound, accent);
      }
    }
    return compound;
  });
}

const isFlat = ({ accent, moras }: AccentPhrase): boolean => accent === moras.length;

const withAccent = (phrase: AccentPhrase, accent: number | undefined): AccentPhrase =>
  accent === undefined ? phrase : leaveSpecialMora({ ...phrase, accent });
