import { soundOf } from "../morae.ts";
import {
  type AccentRule,
  isIchidan,
  isVerb,
  isWord,
  type PhraseWords,
  type WordSpan,
  withoutFall,
} from "./phrase-words.ts";

/** The accent of 連用形 and what follows it: 一段 verbs' is one mora earlier than the dictionary form's. */
const stemAccent = (verb: WordSpan, { accentOfWord }: PhraseWords) => {
  const { accent } = accentOfWord(verb.word.base);
  return isIchidan(verb) ? Math.max(1, accent - 1) : accent;
};

/** た'べた, と'おして, つく'ったり: as the dictionary form's, unless the kanji is another verb's there. */
const pastOrTe: AccentRule = (o, at) => {
  const [verb, next] = [o.spans[at], o.spans[at + 1]];
  if (at > 0 || !verb || !isVerb(verb) || !isWord(next, /^(?:[ただ]り?|[てで]|[ただ]ら|ちゃ|じゃ)$/, "助"))
    return undefined;
  const { morae, isFlat } = o.accentOfWord(verb.word.base);
  const unchanged = isIchidan(verb) ? verb.to : verb.to - 1;
  const isSameVerb = morae.slice(0, unchanged).every((mora, place) => mora === o.phrase.moras[place]?.text);
  return isFlat || !isSameVerb ? undefined : stemAccent(verb, o);
};

/** の'みに行く, 仕事をす'ませ、 */
const stem: AccentRule = (o, at) => {
  const [verb, next] = [o.spans[at], o.spans[at + 1]];
  if (at > 0 || !verb || !isVerb(verb) || verb.word.form !== "連用形" || !o.isFlat) return undefined;
  if (next && !(isWord(next, /^に$/) && o.spans.length === 2)) return undefined;
  return o.accentOfWord(verb.word.base).isFlat ? undefined : stemAccent(verb, o);
};

/** あ'れば, つく'れば; い'えば becomes いえ'ば, as all verbs without a fall. */
const conditional: AccentRule = ({ spans, accentOfWord }, at) => {
  const [verb, particle] = [spans[at], spans[at + 1]];
  if (at > 0 || verb?.word.kind !== "動詞" || !particle || !isWord(particle, /^ば$/)) return undefined;
  const { accent, isFlat } = accentOfWord(verb.word.base);
  return isFlat ? particle.from : accent;
};

/** つくら'れた, つくられ'る, つくられ'ない. */
const passiveOrCausative: AccentRule = ({ spans, accentOfWord }, at) => {
  const [verb, ending, next] = [spans[at], spans[at + 1], spans[at + 2]];
  if (!verb || !isVerb(verb) || !ending || !isWord(ending, /./, "動詞,接尾")) return undefined;
  if (!/^(?:ら?れる|さ?せる)$/.test(ending.word.base) || isWord(next, /^ま[すしせ]/)) return undefined;
  if (accentOfWord(verb.word.base).isFlat) return undefined;
  if (!ending.word.form.startsWith("未然")) return ending.to - 1;
  return isWord(next, /^な(?:い|かっ|く|けれ)/) ? ending.to : undefined;
};

/** 書こ'う, 食べよ'うと: whatever the verb. */
const will: AccentRule = ({ spans, phrase }, at) => {
  const span = spans[at];
  if (!span || !isWord(span, /^う$/, "助動詞") || spans[at - 1]?.word.kind !== "動詞") return undefined;
  const last = phrase.moras[span.to - 1];
  return last && soundOf(last) === "o" ? span.to - 1 : undefined;
};

/** 降りそ'うだ; 泣きそうだ has no fall. */
const likeness: AccentRule = ({ spans, accentOfWord }, at) => {
  const [verb, like] = [spans[at], spans[at + 1]];
  if (verb?.word.kind !== "動詞" || verb.word.form !== "連用形" || !like || !isWord(like, /^そう$/))
    return undefined;
  return accentOfWord(verb.word.base).isFlat ? undefined : like.from + 1;
};

/** 泣きながら has no fall. */
const meanwhile: AccentRule = (o, at) => {
  const [verb, particle] = [o.spans[at], o.spans[at + 1]];
  if (!verb || !isVerb(verb) || !isWord(particle, /^ながら$/)) return undefined;
  return o.accentOfWord(verb.word.base).isFlat ? withoutFall(o) : undefined;
};

/** 消しなさ'い. */
const order: AccentRule = ({ spans }, at) => {
  const span = spans[at];
  return span && isWord(span, /^なさい$/) ? span.to - 1 : undefined;
};

/** お送りくださ'い. */
const request: AccentRule = ({ spans }, at) => {
  const span = spans[at];
  const asks = at > 0 && isWord(spans[0], /^[おご御]$/) && isWord(span, /^(?:くだ|下)さい$/);
  return span && asks ? span.to - 1 : undefined;
};

/** 眠ってしまった has no fall of its own. */
const completion: AccentRule = (o, at) => {
  const span = o.spans[at];
  if (span?.word.base !== "しまう" || o.phrase.accent <= span.from) return undefined;
  return isWord(o.spans[at + 1], /^ま[すしせ]/) ? undefined : withoutFall(o);
};

/** し'ろく, at a phrase's end. */
const adverbial: AccentRule = ({ spans, phrase: { accent, moras } }, at) => {
  const span = spans[at];
  if (span?.word.kind !== "形容詞" || !span.word.form.startsWith("連用テ")) return undefined;
  const isLate = accent === span.to - 1 && span.to === moras.length && accent - 1 > span.from;
  return isLate ? accent - 1 : undefined;
};

/** 行くよ'り, 買うま'で and 行く'に after verbs without a fall. */
const particleAfterVerb: AccentRule = ({ spans, isFlat }, at) => {
  const [verb, particle] = [spans[at], spans[at + 1]];
  if (!isFlat || verb?.word.kind !== "動詞" || verb.word.form !== "基本形") return undefined;
  return particle && isWord(particle, /^(?:に|より|まで)$/, "助詞") ? particle.from : undefined;
};

/** Verbs and adjectives; the first that says something counts. */
export const verbAccents: readonly AccentRule[] = [
  order,
  will,
  passiveOrCausative,
  pastOrTe,
  adverbial,
  completion,
  conditional,
  particleAfterVerb,
  meanwhile,
  stem,
  likeness,
  request,
];
