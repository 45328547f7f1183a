import { isNumber, isWord, type PhraseWords, type WordSpan, withoutFall } from "./phrase-words.ts";

/** Suffixes before which the pitch falls, by their sound: ろうど'う力, びじゅ'つ館, アメリカ'人, とうきょ'う駅. */
const fallsBefore: Readonly<Record<string, string>> = {
  シャ: "者車",
  ガク: "学額",
  リョク: "力",
  カン: "館",
  ジン: "人",
  エキ: "駅",
  チ: "値",
  キ: "器",
  コオ: "港",
  サイ: "祭",
  エン: "炎",
  ヤク: "薬",
  ゲン: "源",
  ブツ: "物",
  レキ: "暦",
  オン: "音",
};

/** Suffixes that take a fall away: ひょうろん家, ちりょう法, フランス語, ひこく人. */
const withoutFalls: Readonly<Record<string, string>> = {
  カ: "家科",
  ホオ: "法",
  ゴ: "語後",
  ヒン: "品",
  ザイ: "剤",
  ヨオ: "用",
  フウ: "風",
  サン: "産",
  ベツ: "別",
  ケエ: "系",
  ヤク: "役",
  セン: "船戦",
  ケン: "犬",
  タイ: "体",
  ショ: "所",
  バン: "版",
  キュウ: "級",
  ハツ: "発",
  チャク: "着",
  ニン: "人ニン",
  ジュウ: "中",
  イキ: "行き",
  ユキ: "行き",
  ムケ: "向け",
};

/** After fewer morae a suffix makes a word of the dictionary: 画家, えいご. */
const minMoraeBeforeFlat = 3;

/** Nouns that begin high behind others, where the front end has another accent: 入学し'けん, 石油が'いしゃ. */
const beginsHigh = /^(?:試験|主義|運動|会社|工場|選手)$/;
/** Short nouns keep their high beginning: 交通じ'こ, 観光バ'ス. */
const shortNoun = /^(?:[ァ-ヺー]{2}|\p{Script=Han}{2})$/u;

/** A noun without a fall: what follows it has the accent that it has here. */
const flatNoun = { written: "庭", morae: 2 };

const isNoun = (span: WordSpan | undefined): boolean => isWord(span, /./, "名詞");

/** A phrase's accent by the last of the nouns that it begins with, after which it falls or not. Undefined if the front end is right. */
export function compoundAccent(o: PhraseWords): number | undefined {
  const first = isNoun(o.spans[0]) ? 0 : isWord(o.spans[0], /./, "接頭詞") ? 1 : o.spans.length;
  let end = first;
  while (isNoun(o.spans[end])) end++;
  const isPlural = isWord(o.spans[end - 1], /^(?:たち|達|ら)$/);
  const last = isPlural ? end - 2 : end - 1;
  return last >= first
    ? (numberAccent(o, last) ?? nameAccent(o) ?? suffixAccent(o, last) ?? nounAccent(o, last))
    : undefined;
}

/** 三回 and 一度 alone have no fall, and three days' worth none; いっぴき'の, いちど'に; な'ん度も. */
function numberAccent(o: PhraseWords, last: number): number | undefined {
  const [number, counter, next] = o.spans;
  if (!isNumber(number) || last === 0 || !counter) return undefined;
  if (isWord(o.spans[last], /^分$/) && last > 1) return flatAccent(o, last);
  if (last > 1) return undefined;
  if (isWord(number, /^何$/)) return isWord(counter, /^[回度]$/) && isWord(next, /^も$/) ? 1 : undefined;
  if (!next) return isWord(counter, /^[回度]$/) ? withoutFall(o) : undefined;
  const fallsAtEnd =
    (isWord(number, /^[一1１]$/) && isWord(counter, /^[匹冊日発度]$/)) ||
    (isWord(number, /^[二2２]$/) && isWord(counter, /^度$/));
  return fallsAtEnd && !isWord(next, /^も$/) ? counter.to : undefined;
}

/** み'ちこ; すずき'氏. */
function nameAccent({ spans, phrase, isFlat }: PhraseWords): number | undefined {
  const [name, title] = spans;
  if (!isWord(name, /./, "名詞,固有名詞") || !name) return undefined;
  if (title && isWord(title, /^氏$/) && title.to - title.from === 1 && (isFlat || phrase.accent >= title.to))
    return title.from;
  return isFlat && name.to === 3 && /子$/.test(name.word.surface) && phrase.moras[2]?.text === "コ"
    ? 1
    : undefined;
}

function suffixAccent(o: PhraseWords, last: number): number | undefined {
  const [before, suffix] = [o.spans[last - 1], o.spans[last]];
  if (!suffix || !isNoun(before) || isNumber(before)) return undefined;
  const { surface } = suffix.word;
  const said = o.phrase.moras
    .slice(suffix.from, suffix.to)
    .map(({ text }) => text)
    .join("");
  if (fallsBefore[said]?.includes(surface)) {
    if (isWord(before, /^日本$/)) return suffix.from + 1;
    // The second half of アイ carries no fall: けいざ'い学.
    return o.phrase.moras[suffix.from - 1]?.text === "イ" ? suffix.from - 1 : suffix.from;
  }
  const takesFall = suffix.from >= minMoraeBeforeFlat && withoutFalls[said]?.includes(surface);
  return takesFall ? flatAccent(o, last) : undefined;
}

function flatAccent(o: PhraseWords, last: number): number {
  const end = o.spans[last]?.to ?? 0;
  const after = o.spans
    .slice(last + 1)
    .map(({ word }) => word.surface)
    .join("");
  const { accent, isFlat } = o.accentOfWord(flatNoun.written + after);
  return isFlat || after === "" ? withoutFall(o) : end + accent - flatNoun.morae;
}

function nounAccent({ spans, accentOfWord }: PhraseWords, last: number): number | undefined {
  const [before, noun] = [spans[last - 1], spans[last]];
  if (
    !noun ||
    !isNoun(before) ||
    isNumber(before) ||
    isWord(before, /./, "名詞,代名詞") ||
    isWord(noun, /./, "名詞,接尾")
  )
    return undefined;
  const { surface } = noun.word;
  const isShort = noun.to - noun.from === 2 && shortNoun.test(surface) && accentOfWord(surface).accent === 1;
  return isShort || beginsHigh.test(surface) ? noun.from + 1 : undefined;
}
