import { type AccentRule, isNumber, isWord, withoutFall } from "./phrase-words.ts";

/** A fall after the last mora, before の: やまの and にほんの have none. ふたつ'の, いっぴき'の and つぎ'の keep it. */
const beforeNo: AccentRule = (o, at) => {
  const [noun, particle, ...others] = o.spans.slice(at);
  if (noun?.word.kind !== "名詞" || !isWord(particle, /^の$/, "助詞") || others.length > 0) return undefined;
  if (isNumber(o.spans[at - 1]) && !isWord(noun, /^月$/)) return undefined;
  const said = o.phrase.moras
    .slice(0, noun.to)
    .map(({ text }) => text)
    .join("");
  const isLast = o.phrase.accent === noun.to && noun.to > 1 && !keepsFallBeforeNo.test(said);
  const isLastButOne = o.phrase.accent === noun.to - 1 && /^(?:ニホン|ナン)$/.test(said);
  return isLast || isLastButOne ? withoutFall(o) : undefined;
};
const keepsFallBeforeNo = /^(?:ツギ|ヨソ|ヒトツ|フタツ|フタリ|タメ)$/;

/** 〜的な, 何も, どこにも, 一度も, どのくらい and 一番 alone: no fall. */
const withoutAny: AccentRule = (o, at) => {
  const isManner =
    at > 0 && isWord(o.spans[at], /^的$/, "名詞,接尾") && !isWord(o.spans[at + 1], /^(?:です|でし|だろ)/);
  const isNone =
    at === 0 &&
    isWord(o.spans[0], /^(?:何|誰|だれ|なに|どこ|どれ|どちら|[一1]つ?|ひとつ)$/) &&
    isWord(o.spans.at(-1), /^も$/) &&
    (o.spans.length === 2 ||
      (o.spans.length === 3 && isWord(o.spans[1], isWord(o.spans[0], /^[一1]$/) ? /^度$/ : /^[にへで]$/)));
  const isMost = o.spans.length === 1 && isWord(o.spans[0], /^(?:一番|いちばん)$/);
  const isExtent = at === 0 && isWord(o.spans[0], /^[どこそあ]の$/) && isWord(o.spans[1], /^[くぐ]らい$/);
  return isManner || isNone || isExtent || isMost ? withoutFall(o) : undefined;
};

/** せ'いとたち: the noun's own fall. */
const plural: AccentRule = ({ spans, accentOfWord }, at) => {
  const [noun, many] = [spans[at], spans[at + 1]];
  if (at > 0 || noun?.word.kind !== "名詞" || !isWord(many, /^(?:たち|達)$/)) return undefined;
  const { accent, isFlat } = accentOfWord(noun.word.surface);
  return isFlat || accent >= noun.to ? undefined : accent;
};

/** Nouns with an accent of their own after words that describe them: 住む人'が, 机の上'に, 帰るとき'に, 住むところ'に. */
const described: AccentRule = (o, at) => {
  const [noun, next] = o.spans;
  if (at > 0 || !noun || !o.isModified) return undefined;
  if (isWord(noun, /^(?:時|とき)$/) && o.phrase.accent === 1) return noun.to;
  const falls = isWord(noun, /^(?:人|ひと|上|所|ところ)$/) && o.isFlat && next && !isWord(next, /^の$/);
  return falls ? noun.to : undefined;
};

/** After words without a fall: 庭に'は, 庭と'の, 知って'も, 庭であ'る, 庭だ'った, 庭だ'と. */
const afterFlat: AccentRule = ({ spans, isFlat }, at) => {
  const [first, second] = [spans[at], spans[at + 1]];
  if (!isFlat || at === 0 || !first) return undefined;
  if (isWord(first, /^だっ$/)) return first.from + 1;
  if (second && isWord(first, /^で$/, "助動詞") && isWord(second, /^あ[るっりろ]$/))
    return isWord(second, /^ある$/) ? second.to - 1 : second.from + 1;
  const isPair =
    (isWord(first, /^[にでとへて]$/) && isWord(second, /^[はもワ]$/)) ||
    (isWord(first, /^と$/) && isWord(second, /^の$/)) ||
    (isWord(first, /^だ$/) && isWord(second, /^と$/));
  return isPair ? first.to : undefined;
};

/** Nouns and what follows them; the first that says something counts. */
export const nounAccents: readonly AccentRule[] = [withoutAny, beforeNo, described, plural, afterFlat];
