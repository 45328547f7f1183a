import type { Word } from "#app/engines/words/analyze-words.ts";
import type { AccentPhrase } from "./front-end.ts";

export interface PhraseShape {
  semitones: number;
  range: number;
  pace: number;
}

const plain: PhraseShape = { semitones: 0, range: 1, pace: 1 };
/** Asides are lower, flatter and faster. */
const aside: PhraseShape = { semitones: -1.5, range: 0.85, pace: 1.1 };
/** A wider range, then a narrower one until the pause; accents stay. */
const emphasized: PhraseShape = { semitones: 1, range: 1.25, pace: 0.95 };
const afterEmphasis: PhraseShape = { semitones: -0.4, range: 0.9, pace: 1 };

const calendar = /^(?:年|月|日|時|分|秒|年度|世紀)$/;

/**
 * Emphasizes both sides of a contrast (夏は暑く、冬は寒い; 犬ではなく猫だ), and with `stressesFigures` numbers other than dates. `wordsOf`: of
 * each phrase's morae.
 */
export function shapePhrases(
  phrases: readonly AccentPhrase[],
  o: {
    wordsOf: readonly (readonly (Word | undefined)[])[];
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

/** After a contrasting は, and after ではなく. */
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

function findFigures(words: readonly Word[]): Set<Word> {
  const found = new Set<Word>();
  let isOfDate = false;
  // Backwards: the next word tells what a number counts.
  for (const word of words.toReversed()) {
    const isNumber = /^[\d.]+$/.test(word.surface) || (word.kind === "名詞" && word.detail === "数");
    if (!isNumber) isOfDate = calendar.test(word.surface);
    else if (!isOfDate) found.add(word);
  }
  return found;
}
