import type { Word } from "#app/engines/words/analyze-words.ts";
import { leaveSpecialMora } from "./accent-rules.ts";
import type { AccentPhrase, ReadPhrases } from "./front-end.ts";
import { findWords } from "./label-words.ts";
import { nounAccents } from "./noun-accents.ts";
import { readWordAccents, wordSpans } from "./phrase-words.ts";
import { verbAccents } from "./verb-accents.ts";

const rules = [...verbAccents, ...nounAccents];

/** Accents of forms, compounds and particles, where the front end adds up what the dictionary has: た'べた, 書こ'う, 庭に'は. */
export function accentInflections(
  phrases: readonly AccentPhrase[],
  words: readonly Word[],
  read: ReadPhrases,
): AccentPhrase[] {
  const wordsOf = findWords(phrases, words);
  const accentOfWord = readWordAccents(read);
  return phrases.map((phrase, index) => {
    const inWords = {
      phrase,
      spans: wordSpans(wordsOf[index] ?? []),
      isFlat: phrase.accent === phrase.moras.length,
      isModified: phrases[index - 1]?.hasPauseAfter === false,
      accentOfWord,
    };
    for (const rule of rules) {
      for (const at of inWords.spans.keys()) {
        const accent = rule(inWords, at);
        if (accent !== undefined) return leaveSpecialMora({ ...phrase, accent });
      }
    }
    return phrase;
  });
}
