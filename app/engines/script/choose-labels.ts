import { type BuiltInCategory, builtInCategories, fallbackCategory } from "#app/engines/script/categories.ts";
import type { Word } from "#app/engines/words/analyze-words.ts";
import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";
import { categoryKeywords } from "./category-keywords.ts";
import type { TextKind } from "./text-kind.ts";

const maxLabels = 3;
const minScore = 2;
const strongScore = 3;
const fewWords = 90;
const minSecondaryScore = 3;
const maxOccurrences = 3;
const longText = 8;
const manyMentions = 3;
const everydayCategory = "ライフスタイル";

const keywords = new Map<string, { category: BuiltInCategory; points: number }[]>();
for (const category of builtInCategories) {
  const { strong, weak } = categoryKeywords[category];
  for (const [list, points] of [
    [strong, 3],
    [weak, 1],
  ] as const)
    for (const word of list.split(" "))
      keywords.set(word, [...(keywords.get(word) ?? []), { category, points }]);
}

const maxWords = 5;

const media: ReadonlySet<string> = new Set(["ニュース", "新聞", "報道", "news"]);
const perceiving: ReadonlySet<string> = new Set([
  ..."見る 観る みる 聞く 聴く きく 読む 知る 消す つける 流す 眺める 見かける 届く".split(" "),
]);

/** ニュースを見る, そのニュース, うれしいニュース: a story's news, no subject. */
function isMention(words: readonly Word[], at: number): boolean {
  const before = words[at - 1];
  if (before && (["形容詞", "連体詞"].includes(before.kind) || /^(?:という|って|な)$/u.test(before.surface)))
    return true;
  const [particle, ...after] = words.slice(at + 1, at + 5);
  return particle?.kind === "助詞" && after.some(({ base }) => perceiving.has(base));
}

/**
 * The sentences in which each keyword stands, as whole words: 料理 in 料理する, but not だし in ただし, nor ニュース in
 * ニュースを見た.
 */
function findKeywords(words: readonly Word[]): { found: Map<string, number[]>; sentences: number } {
  const found = new Map<string, number[]>();
  let sentences = 0;
  let isBetween = true;
  const add = (keyword: string) => found.set(keyword, [...(found.get(keyword) ?? []), sentences]);
  let at = 0;
  while (at < words.length) {
    const word = words[at];
    if (word && /[。！？!?\n]/u.test(word.surface)) isBetween = true;
    else if (isBetween && word?.surface.trim()) {
      isBetween = false;
      sentences++;
    }
    if (!word || !["名詞", "動詞", "形容詞"].includes(word.kind) || word.detail === "接尾") {
      at++;
      continue;
    }
    let joined = words
      .slice(at, at + maxWords)
      .map(({ surface }) => surface)
      .join("");
    let length = Math.min(maxWords, words.length - at);
    while (length > 0 && !keywords.has(joined)) {
      joined = joined.slice(0, joined.length - (words[at + length - 1]?.surface.length ?? 0));
      length--;
    }
    if (length > 0) {
      if (!media.has(joined) || !isMention(words, at)) add(joined);
    } else if (word.base !== word.surface && keywords.has(word.base)) add(word.base);
    at += Math.max(1, length);
  }
  return { found, sentences };
}

/** The text that `chooseLabels` judges; the title counts twice. */
export function labelText(o: { title: string; text: string }): string {
  return normalizeUnicode(`${o.title}。\n${o.title}。\n${o.text}`, "NFKC").toLowerCase();
}

/** Points by form: a report is news, verses and stories are literature. */
const pointsOfKind: Partial<Record<TextKind, readonly [BuiltInCategory, number]>> = {
  news: ["ニュース", 5],
  poem: ["文化・芸術", 4],
  story: ["文化・芸術", 4],
  play: ["エンターテイメント", 4],
  recipe: ["料理・グルメ", 1],
};

/** If words say nothing. None for mourning and formless texts. */
const fallbackOfKind: Partial<Record<TextKind, BuiltInCategory>> = {
  recipe: "ライフスタイル",
  letter: "ライフスタイル",
  post: "ライフスタイル",
  celebration: "ライフスタイル",
  notice: "政治・社会",
  law: "政治・社会",
};

const tellsOfLife: ReadonlySet<TextKind> = new Set(["article", "letter", "post", "story"]);

const subjectSentences = (sentences: number) => (sentences <= 1 ? 1 : sentences <= longText ? 2 : 3);

/**
 * One to three categories, best first: keywords (strong 3, weak 1, three times at most) plus the kind's points. Later labels need
 * more than half of the best score. Without keywords the kind decides, else `その他`. In texts that tell of everyday life a category needs
 * keywords in several sentences, or three different ones; one of the title or the first sentence counts twice. One 豆腐屋 on a walk
 * with the dog, or one AIやスマホの時代, names no text.
 */
export function chooseLabels(words: readonly Word[], kind: TextKind): string[] {
  const scores = new Map<BuiltInCategory, number>(builtInCategories.map((category) => [category, 0]));
  const add = (category: BuiltInCategory, points: number) =>
    scores.set(category, (scores.get(category) ?? 0) + points);
  const places = new Map<BuiltInCategory, Set<number>>();
  const mentions = new Map<BuiltInCategory, number>();
  const { found, sentences } = findKeywords(words);
  for (const [keyword, at] of found) {
    for (const { category, points } of keywords.get(keyword) ?? []) {
      add(category, points * Math.min(at.length, maxOccurrences));
      mentions.set(category, (mentions.get(category) ?? 0) + (at.includes(1) ? 2 : 1));
      places.set(category, new Set([...(places.get(category) ?? []), ...at]));
    }
  }
  const ofKind = pointsOfKind[kind];
  if (ofKind) add(...ofKind);
  // A reporter in a dream is no news.
  if ((scores.get("ニュース") ?? 0) < strongScore) scores.set("ニュース", 0);
  const everyday = tellsOfLife.has(kind) ? (scores.get(everydayCategory) ?? 0) : 0;
  const isSubject = (category: BuiltInCategory) =>
    everyday === 0 ||
    category === "ニュース" ||
    category === everydayCategory ||
    category === ofKind?.[0] ||
    (mentions.get(category) ?? 0) >= manyMentions ||
    (places.get(category)?.size ?? 0) >= subjectSentences(sentences);
  // A tie is of everyday life.
  const rank = ([category, score]: readonly [BuiltInCategory, number]) =>
    score + (everyday > 0 && category === everydayCategory ? 0.5 : 0);
  const ranked = [...scores]
    .filter(([category]) => isSubject(category))
    .sort((one, other) => rank(other) - rank(one));
  const best = ranked[0]?.[1] ?? 0;
  if (everyday > 0 && best < strongScore) return [everydayCategory];
  // The kind, if it says something, beats weak words.
  const isKnown = kind === "mourning" || fallbackOfKind[kind] !== undefined;
  const needed = isKnown ? strongScore : words.length <= fewWords ? 1 : minScore;
  if (best < needed) return [fallbackOfKind[kind] ?? fallbackCategory];
  const chosen = ranked
    .filter(([, score], place) => place === 0 || (score >= minSecondaryScore && score > best * 0.5))
    .slice(0, maxLabels)
    .map(([category]) => category);
  // A report is news, whatever its subject.
  if (kind !== "news" || chosen.includes("ニュース")) return chosen;
  return [...chosen.slice(0, maxLabels - 1), "ニュース"];
}
