import type { Word } from "#app/engines/words/analyze-words.ts";

const maxLength = 18;
const weights: Readonly<Record<string, number>> = {
  は: 3,
  が: 3,
  を: 2.4,
  も: 2,
  に: 1.2,
  で: 1,
  と: 0.6,
  へ: 0.8,
  から: 1.5,
};
const pointing = /^(?:この|その|あの|どの|こんな|そんな|あんな|ある|わが|いわゆる)$/u;

const empty =
  /(?:事項|場合|内容|程度|各号|必要|全部|一部|全域|きっかけ|理由|結果|様子|あたり|ところ|みなさん|皆さん|皆さま|皆様|ほか|以上|以下|目的|通常)$/u;

const isNoun = ({ kind, detail }: Word): boolean =>
  kind === "接頭詞" || (kind === "名詞" && !["代名詞", "非自立", "副詞可能"].includes(detail));
/** 古い, 静かな, 小さな. */
const isModifier = (word: Word, next: Word | undefined): boolean =>
  (word.kind === "形容詞" && word.form === "基本形") ||
  (word.kind === "連体詞" && !pointing.test(word.surface)) ||
  (word.surface === "な" && word.form === "体言接続" && next !== undefined && isNoun(next));

/**
 * The noun phrase that says best what a sentence is about (古い友だちの家), before a particle, 2–18 characters; no time, bare number
 * or person. `isMain`: topic, subject or object. Without spaces. Null for none.
 */
export function bestPhrase(words: readonly Word[]): { phrase: string; isMain: boolean } | null {
  let best: { phrase: string; isMain: boolean; score: number } | null = null;
  let phrase: Word[] = [];
  let depth = 0;
  for (const [at, word] of words.entries()) {
    // Brackets are skipped; quotations are not the subject.
    const [opens, closes] = [/^[「『（(【《]$/u.test(word.surface), /^[」』）)】》]$/u.test(word.surface)];
    if (opens) depth++;
    if (closes) depth = Math.max(0, depth - 1);
    if (opens || closes || depth > 0 || word.kind === "記号") {
      if (!/^[（）()]$/u.test(word.surface) && depth === 0) phrase = [];
      continue;
    }
    const next = words[at + 1];
    const joins =
      word.surface === "の" &&
      word.kind === "助詞" &&
      phrase.at(-1) !== undefined &&
      next &&
      (isNoun(next) || isModifier(next, words[at + 2]));
    if (isNoun(word) || isModifier(word, next) || joins) {
      phrase.push(word);
      continue;
    }
    // 会議が長い会社: the modifier's subject is missing.
    const isTorn = words[at - phrase.length - 1]?.surface === "が" && phrase[0]?.kind === "形容詞";
    const score = isTorn ? null : scoreOf(phrase, word, at);
    if (score !== null && (!best || score > best.score))
      best = {
        phrase: phrase.map(({ surface }) => surface).join(""),
        isMain: (weights[word.surface] ?? 0) > 2,
        score,
      };
    phrase = [];
  }
  return best;
}

function scoreOf(phrase: readonly Word[], particle: Word, at: number): number | null {
  const weight = particle.kind === "助詞" ? weights[particle.surface] : undefined;
  const last = phrase.at(-1);
  if (weight === undefined || !last || !isNoun(last)) return null;
  // 散歩する has no particle; 数 alone counts nothing.
  if (["サ変接続", "形容動詞語幹"].includes(last.detail) && phrase.length === 1) return null;
  const text = phrase.map(({ surface }) => surface).join("");
  if (text.length < 2 || text.length > maxLength || !/[\p{Script=Han}\p{Script=Katakana}]/u.test(text))
    return null;
  if (phrase.some(({ subdetail }) => subdetail === "人名")) return null;
  if (
    phrase[0]?.detail === "数" ||
    /(?:[\d一二三四五六七八九十]+(?:年|月|日|時|分|円|人)|ごろ|ころ|とき|ため|こと|もの)$/u.test(text)
  )
    return null;
  if (last.subdetail === "助数詞" || empty.test(text)) return null;
  if (phrase[0]?.detail === "接尾") return null;
  return weight + (phrase.length > 1 ? 1.2 : 0) + Math.min(text.length, 12) / 5 - at * 0.04;
}
