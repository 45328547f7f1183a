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
 * What the interviewer asks ahead of `line`, the first of a paragraph: about its heading, for the reason or the example that it
 * begins with, for the list, or about its topic where that has been named before, so that no question gives away what comes; else only
 * to go on. Null after abuse.
 */
export function chooseQuestion(o: {
  line: Line;
  /** Whether it names what follows. */
  isHeading: boolean;
  /** The words of the line. */
  words: readonly Word[];
  /** The nouns that were asked about, each once. */
  named: Set<string>;
  /** All that was read before. */
  known: string;
  isFirst: boolean;
  /** What was said since the last question. */
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

/** A longer sentence has more than one subject. */
const maxLengthForSubject = 40;

/**
 * What a sentence is about: the noun before its first は, とは, には or では, else of a short sentence the one before its only が. 2–12
 * characters, no name of a person, no number, no time such as 今日; null for none.
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

/** The compound noun that ends before the word at `end`, where it makes sense alone. */
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
  // The rest of a word that the dictionary does not have, as 漬け of ぬか漬け.
  if (first?.detail === "接尾") return null;
  return /^(?=.*[\p{Script=Han}\p{Script=Katakana}])[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}ー]{2,12}$/u.test(
    noun,
  )
    ? noun
    : null;
}
