import { soundsHarmful } from "#app/engines/harm/sounds-harmful.ts";
import type { Word } from "#app/engines/words/analyze-words.ts";
import { isSad } from "./choose-reaction.ts";
import {
  exampleQuestions,
  firstQuestions,
  followUps,
  headingQuestions,
  listQuestions,
  type PhrasePicker,
  quietFollowUps,
  reasonQuestions,
  topicQuestions,
} from "./phrases.ts";
import type { Line } from "./read-blocks.ts";

const reason = /^(?:なぜなら|なぜかというと|というのも|その理由|理由は)/u;
const example = /^(?:たとえば|例えば)/u;

/**
 * The interviewer's question ahead of a paragraph: about its heading, reason, example, list or a topic named before (so nothing
 * is given away), else to go on. Null after abuse.
 */
export function chooseQuestion(o: {
  line: Line;
  isHeading: boolean;
  words: readonly Word[];
  named: Set<string>;
  known: string;
  isFirst: boolean;
  sentences: readonly string[];
  picker: PhrasePicker;
}): string | null {
  const { line, isHeading, words, named, known, isFirst, sentences, picker } = o;
  const said = sentences.join("\n");
  if (soundsHarmful(said)) return null;
  if (isHeading)
    return /^[^「」]{1,40}$/u.test(line.text)
      ? picker.pick(headingQuestions).replace("{word}", () => line.text)
      : null;
  if (reason.test(line.text)) return picker.pick(reasonQuestions);
  if (example.test(line.text)) return picker.pick(exampleQuestions);
  if (line.kind === "item") return picker.pick(listQuestions);
  const topic = topicOf(words);
  if (topic !== null && !named.has(topic) && known.includes(topic)) {
    named.add(topic);
    return picker.pick(topicQuestions).replace("{word}", () => topic);
  }
  if (isFirst) return picker.pick(firstQuestions);
  return picker.pick(isSad(said + line.text) ? quietFollowUps : followUps);
}

const maxLengthForSubject = 40;

/**
 * The noun before the first は, とは, には or では, else in a short sentence before the only が. 2–12 characters; no person, number or
 * time. Null for none.
 */
function topicOf(words: readonly Word[]): string | null {
  const nouns = words.flatMap((_, at) => {
    const noun = nounBefore(words, at);
    return noun === null ? [] : [{ at, noun }];
  });
  const isParticle = (at: number, surfaces: readonly string[]) =>
    words[at]?.kind === "助詞" && surfaces.includes(words[at].surface);
  const topic = nouns.find(
    ({ at }) =>
      isParticle(at, ["は", "とは", "には", "では"]) ||
      (isParticle(at, ["と", "に", "で"]) && isParticle(at + 1, ["は"])),
  );
  if (topic) return topic.noun;
  const length = words.reduce((sum, { surface }) => sum + surface.length, 0);
  const isSubject = (at: number) => isParticle(at, ["が"]) && words[at]?.detail === "格助詞";
  const hasOneSubject = words.filter((_, at) => isSubject(at)).length === 1;
  if (length > maxLengthForSubject || !hasOneSubject) return null;
  return nouns.find(({ at }) => isSubject(at))?.noun ?? null;
}

/** Null if it makes no sense alone. */
function nounBefore(words: readonly Word[], end: number): string | null {
  let noun = "";
  let first: Word | undefined;
  for (let at = end - 1; at >= 0; at--) {
    const word = words[at];
    if (word?.kind !== "名詞") break;
    if (["非自立", "代名詞", "数", "副詞可能"].includes(word.detail) || word.subdetail === "人名")
      return null;
    noun = word.surface + noun;
    first = word;
  }
  // 漬け of ぬか漬け: the rest of an unknown word.
  if (first?.detail === "接尾") return null;
  return /^(?=.*[\p{Script=Han}\p{Script=Katakana}])[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}ー]{2,12}$/u.test(
    noun,
  )
    ? noun
    : null;
}
