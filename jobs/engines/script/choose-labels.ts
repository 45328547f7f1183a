import { type Category, categories, fallbackCategory } from "#app/features/creation/categories.ts";
import { categoryKeywords } from "./category-keywords.ts";

const mostLabels = 3;
/** Points from which a second or third label is worth showing; the first needs only to be the best. */
const enough = 3;
/** One word said again and again counts this often. */
const mostRepeats = 3;

interface Keyword {
  word: string;
  points: number;
  latin: boolean;
  katakana: boolean;
}

const keywords: readonly { category: Category; list: readonly Keyword[] }[] = categories.map((category) => ({
  category,
  list: (
    [
      [categoryKeywords[category].strong, 3],
      [categoryKeywords[category].weak, 1],
    ] as const
  ).flatMap(([list, points]) =>
    list.split(" ").map((word) => ({
      word,
      points,
      latin: /^[a-z]+$/u.test(word),
      katakana: /^[ァ-ヶー]+$/u.test(word),
    })),
  ),
}));

const katakana = /[ァ-ヶー]/u;

/** How often a word stands in the text; katakana words only where they do not begin inside a longer one. */
function occurrences(text: string, { word, katakana: isKatakana }: Keyword): number {
  let count = 0;
  let at = text.indexOf(word);
  while (at >= 0 && count < mostRepeats) {
    const before = text.charAt(at - 1);
    const after = text.charAt(at + word.length);
    const partOfOther = isKatakana && (katakana.test(before) || (word.length <= 3 && katakana.test(after)));
    if (!partOfOther) count++;
    at = text.indexOf(word, at + word.length);
  }
  return count;
}

/**
 * One to three of the built-in categories that the words of a title and a text speak for, best first;
 * `その他` alone when no word does. Words of the title count twice.
 */
export function chooseLabels(o: { title: string; text: string }): string[] {
  const folded = `${o.title}\n${o.title}\n${o.text}`.normalize("NFKC").toLowerCase();
  const latinWords = new Map<string, number>();
  for (const [word] of folded.matchAll(/[a-z]+/gu)) latinWords.set(word, (latinWords.get(word) ?? 0) + 1);

  const scores = keywords.map(({ category, list }) => {
    let score = 0;
    for (const keyword of list) {
      const count = keyword.latin
        ? Math.min(latinWords.get(keyword.word) ?? 0, mostRepeats)
        : occurrences(folded, keyword);
      score += count * keyword.points;
    }
    return { category, score };
  });
  // The sort is stable, so equal scores keep the order of the built-in list.
  scores.sort((one, other) => other.score - one.score);
  const best = scores[0]?.score ?? 0;
  if (best === 0) return [fallbackCategory];
  return scores
    .filter(({ score }, place) => place === 0 || (score >= enough && score >= best * 0.5))
    .slice(0, mostLabels)
    .map(({ category }) => category);
}
