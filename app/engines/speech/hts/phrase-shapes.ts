import type { Word } from "#app/engines/words/analyze-words.ts";
import type { AccentPhrase } from "./front-end.ts";

/** How a phrase differs from the others of its voice. */
export interface PhraseShape {
  /** Added to its pitch. */
  semitones: number;
  /** Of its pitch: 1 as the voice has it. */
  range: number;
  /** How fast it is spoken, 1 as the others. */
  pace: number;
}

const plain: PhraseShape = { semitones: 0, range: 1, pace: 1 };
/** What is said beside the sentence is lower, flatter and a little faster. */
const aside: PhraseShape = { semitones: -1.5, range: 0.85, pace: 1.1 };
/** Prominence is a wider range on the word and a narrower one after it, up to the next pause; the accents stay. */
const emphasized: PhraseShape = { semitones: 1, range: 1.25, pace: 0.95 };
const afterEmphasis: PhraseShape = { semitones: -0.4, range: 0.9, pace: 1 };

/** Figures of a date are no news. */
const calendar = /^(?:年|月|日|時|分|秒|年度|世紀)$/;

/**
 * The shape of each phrase. Emphasized is what is said of each side of a contrast (夏は暑く、冬は寒い; 犬ではなく猫だ), and with
 * `stressesFigures` each number that is no date. `wordsOf` are the words of each phrase's morae, by phrase.
 */
export function shapePhrases(
  phrases: readonly AccentPhrase[],
  o: {
    wordsOf: readonly (readonly (Word | undefined)[])[];
    /** All of the text, in their order. */
    words: readonly Word[];
    stressesFigures: boolean;
  },
): PhraseShape[] {
  const { wordsOf } = o;
  const isEmphasized = contrasted(phrases, wordsOf);
  if (o.stressesFigures) {
    const figures = findFigures(o.words);
    for (const [index, words] of wordsOf.entries())
      if (words.some((word) => word && figures.has(word))) isEmphasized.add(index);
  }
  let isAfter = false;
  return phrases.map((phrase, index) => {
    if (phrase.isAside) return aside;
    const shape = isEmphasized.has(index) ? emphasized : isAfter ? afterEmphasis : plain;
    isAfter = !phrase.hasPauseAfter && (isAfter || isEmphasized.has(index));
    return shape;
  });
}

/** The phrases after は where two sides are told apart, and after ではなく. */
function contrasted(
  phrases: readonly AccentPhrase[],
  wordsOf: readonly (readonly (Word | undefined)[])[],
): Set<number> {
  const topics = [...phrases.keys()].filter((index) => {
    const last = wordsOf[index]?.at(-1);
    return last?.kind === "助詞" && last.detail === "係助詞" && last.surface === "は";
  });
  const isApart = (from: number, to: number) =>
    phrases.slice(from + 1, to).some(({ hasPauseAfter }) => hasPauseAfter);
  const sides = topics.filter((topic, place) => {
    const [before, after] = [topics[place - 1], topics[place + 1]];
    return (before !== undefined && isApart(before, topic)) || (after !== undefined && isApart(topic, after));
  });
  const denied = [...phrases.keys()].filter((index) => {
    const text = phrases[index]?.moras.map((mora) => mora.text).join("") ?? "";
    return /(?:デワ|ジャ)ナク$/.test(text);
  });
  const said = [...sides, ...denied].map((index) => index + 1);
  return new Set(said.filter((index) => index < phrases.length && !topics.includes(index)));
}

/** The words of numbers that are not of a date. */
function findFigures(words: readonly Word[]): Set<Word> {
  const found = new Set<Word>();
  let isOfDate = false;
  // From the end, as the word after a number says what it counts.
  for (const word of words.toReversed()) {
    const isNumber = /^[\d.]+$/.test(word.surface) || (word.kind === "名詞" && word.detail === "数");
    if (!isNumber) isOfDate = calendar.test(word.surface);
    else if (!isOfDate) found.add(word);
  }
  return found;
}
