import type { Word } from "#app/engines/words/analyze-words.ts";
import type { AccentPhrase } from "./front-end.ts";
import { findWords } from "./label-words.ts";
import { soundOf } from "./morae.ts";

/** Morae: first, and after the last. */
interface WordSpan {
  word: Word | undefined;
  from: number;
  to: number;
}

/** Rule-based accents of inflections and compounds, where the front end keeps another form's: た'べた, し'ろく, たべよ'う, とうきょうえ'き. */
export function accentInflections(phrases: readonly AccentPhrase[], words: readonly Word[]): AccentPhrase[] {
  const wordsOf = findWords(phrases, words);
  return phrases.map((phrase, index) => {
    const spans = spansOf(wordsOf[index] ?? []);
    for (const [at, span] of spans.entries()) {
      const accent = accentOf(phrase, span, spans[at - 1]);
      if (accent !== undefined) return { ...phrase, accent };
    }
    return phrase;
  });
}

function spansOf(words: readonly (Word | undefined)[]): WordSpan[] {
  const spans: WordSpan[] = [];
  for (const [at, word] of words.entries()) {
    const last = spans.at(-1);
    if (last && last.word === word) last.to++;
    else spans.push({ word, from: at, to: at + 1 });
  }
  return spans;
}

function accentOf(phrase: AccentPhrase, span: WordSpan, before: WordSpan | undefined): number | undefined {
  const { moras, accent } = phrase;
  const { word, from, to } = span;
  const previous = before?.word;
  if (!word) return undefined;
  // Before た a 一段 verb's accent is one mora earlier, if there is one.
  const endsIchidan = previous?.kind === "動詞" && previous.conjugation.startsWith("一段");
  if (endsIchidan && /^(?:た|て|たら|たり)$/.test(word.surface) && accent === from && accent < moras.length)
    return before && accent - 1 > before.from ? accent - 1 : undefined;
  const isAdverbial = word.kind === "形容詞" && word.form.startsWith("連用テ");
  if (isAdverbial && accent === to - 1 && to === moras.length && accent - 1 > from) return accent - 1;
  // 書こう, 食べよう: before the last mora, whatever the verb.
  const last = moras.at(-1);
  const isWill = word.kind === "助動詞" && word.surface === "う" && previous?.kind === "動詞";
  if (isWill && to === moras.length && last && soundOf(last) === "o") return to - 1;
  if (previous?.kind !== "名詞") return undefined;
  const isOfCountry = word.surface === "人" && word.pronunciation === "ジン";
  return word.surface === "駅" || isOfCountry ? from + 1 : undefined;
}
