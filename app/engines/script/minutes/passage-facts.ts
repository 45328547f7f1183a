import { withoutRuby } from "#app/engines/pronunciations/ruby.ts";
import type { Word } from "#app/engines/words/analyze-words.ts";
import type { Line } from "../read-blocks.ts";
import type { PassageFacts } from "./choose-passages.ts";
import type { Passage } from "./passages.ts";

const pointing =
  /^(?:これ|それ|あれ|こちら|そちら|ここ|そこ|あそこ|この|その|あの|こんな|そんな|あんな|こう|そう|ああ|こうした|そうした|こういう|そういう|彼|彼女|彼ら|彼女ら|同|前者|後者|両者)$/u;
const joining =
  /^(?:しかし|だが|ですが|けれども?|でも|ところが|それでも|それどころか|だから|ですから|したがって|そのため|それで|そこで|すると|そして|それから|また|さらに|しかも|そのうえ|おまけに|つまり|すなわち|要するに|なぜなら|というのも|たとえば|例えば|ただし|ただ|もっとも|一方|他方|逆に|反対に|まして|むしろ|やがて|次に|つぎに|続いて|最後に|そのうち|ちなみに|なお|あるいは|または|もしくは|とはいえ|にもかかわらず|いっぽう|特に|とくに|では|じゃあ|ほかにも|他にも|このほか|もう(?:一|ひと)つ|第[二三四五六七八九]に|[二三四五六七八九2-9２-９]つ(?:目|め)|同様)|のも、?同じ|同じ(?:理由|こと|よう)/u;
/** 「それなら」 is one word to the analyser; 〜からだ gives a reason. */
const pointingStart = /^[「『（]?(?:これ|それ|あれ|ここ|そこ|この|その|あの|こう|そう|こんな|そんな)/u;
const reasonEnd =
  /(?:からだ|からです|からである|ためだ|ためです|ためである|わけだ|わけです|のだった|からでした|からだった)。?$/u;
const question = /(?:[？?]|(?:でしょう|です|ます|だろう|ません|の)か。?)$/u;
/** 次の三つです。, 材料は、: */
const announcing =
  /(?:[：:]|(?:次|つぎ|以下)の[^。]{0,20}(?:です|ます|である|とおり|通り)。?|[二三四五六七八九2-9２-９]つ(?:あ[^。]{0,6}|です|である)。?)$/u;
const maxPointingAt = 4;

const isNoun = ({ kind, detail }: Word) =>
  kind === "名詞" && !["代名詞", "非自立", "数", "接尾", "副詞可能", "特殊"].includes(detail);

/** The nouns, once each, without single kana letters and figures. */
export function nounsOf(words: readonly Word[]): string[] {
  const nouns = words.filter(isNoun).map(({ base, surface }) => (base === "*" ? surface : base));
  return [...new Set(nouns.filter((noun) => /\p{Script=Han}|[\p{L}ー]{2}/u.test(noun)))];
}

function pointerOf(words: readonly Word[]): { noun: string | null } | null {
  for (const [at, word] of words.slice(0, maxPointingAt).entries()) {
    if (!pointing.test(word.surface)) continue;
    const next = words[at + 1];
    return { noun: word.kind === "連体詞" && next && isNoun(next) ? next.base : null };
  }
  return null;
}

/**
 * See `choosePassages`.
 *
 * @param o.words of each line
 * @param o.secondsOf a line's spoken length with pause
 */
export function readPassageFacts(o: {
  lines: readonly Line[];
  words: readonly (readonly Word[])[];
  passages: readonly Pick<Passage, "lines">[];
  secondsOf: (text: string) => number;
}): PassageFacts[] {
  const { lines, words, passages, secondsOf } = o;
  const facts: PassageFacts[] = [];
  let heading: number | null = null;
  for (const [index, passage] of passages.entries()) {
    const ofPassage = lines.slice(passage.lines.from, passage.lines.to);
    const first = ofPassage.at(-1)?.continues
      ? ofPassage[0]
      : (ofPassage.find(({ kind }) => kind !== "sentence") ?? ofPassage[0]);
    const wordsOf = words.slice(passage.lines.from, passage.lines.to).flat();
    const text = withoutRuby(ofPassage.map((line) => line.text).join(""));
    const kind = first?.kind ?? "sentence";
    const before = facts[index - 1];
    const paragraph = first?.paragraph ?? 0;
    const beginsParagraph = before === undefined || before.paragraph !== paragraph;
    const needs = new Set<number>();
    if (kind === "heading") heading = index;
    else if (heading !== null) needs.add(heading);
    const isHeadingBefore = before?.kind === "heading";
    if (kind !== "heading" && before && !isHeadingBefore) {
      const previous = index - 1;
      const pointer = pointerOf(wordsOf);
      if (pointer !== null) {
        const named = pointer.noun;
        const meant =
          named === null
            ? -1
            : facts.findLastIndex(({ nouns, kind }) => kind !== "heading" && nouns.includes(named));
        needs.add(meant < 0 ? previous : meant);
      } else if (pointingStart.test(text)) needs.add(previous);
      if (joining.test(text) || (reasonEnd.test(text) && !beginsParagraph)) needs.add(previous);
      if (question.test(text) && !beginsParagraph && first?.role === undefined) needs.add(previous);
      if (before.isAnnouncing || before.isQuestion) needs.add(previous);
      // A step needs those before.
      if (first?.number !== undefined && first.number > 1 && before.kind === "item") needs.add(previous);
      if (!beginsParagraph && (first?.role === "answer" || before.role === "answer")) needs.add(previous);
      if (first?.role === "answer") needs.add(previous);
      if (before.kind === "item" && kind === "sentence" && !beginsParagraph) needs.add(previous);
    }
    facts.push({
      kind,
      role: first?.role,
      paragraph,
      beginsParagraph,
      heading: kind === "heading" ? null : heading,
      nouns: nounsOf(wordsOf),
      seconds: ofPassage.reduce((sum, line) => sum + secondsOf(line.text), 0),
      isQuestion: kind !== "heading" && (first?.role === "question" || question.test(text)),
      isAnnouncing: kind !== "heading" && announcing.test(text),
      needs: [...needs],
    });
  }
  // A question needs its answer, an announcement its first item.
  facts.forEach((fact, at) => {
    const next = facts[at + 1];
    if ((fact.isQuestion || fact.isAnnouncing) && next && next.kind !== "heading") fact.needs.push(at + 1);
  });
  return facts;
}
