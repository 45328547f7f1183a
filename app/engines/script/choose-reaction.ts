import { soundsHarmful } from "#app/engines/harm/sounds-harmful.ts";
import type { Word } from "#app/engines/words/analyze-words.ts";
import {
  acknowledgements,
  afterQuestions,
  echoes,
  exampleQuestions,
  headingAnnouncements,
  type PhrasePicker,
  prompts,
  quietReactions,
  reasonQuestions,
  summaries,
  topicSummaries,
  warmReactions,
} from "./phrases.ts";
import type { Line } from "./read-blocks.ts";

/** Words of grief and loss, to which the reaction is quiet. */
export const sadWords =
  /悲し|亡くな|苦し|辛い|つらい|戦争|災害|事故|別れ|涙|寂し|さみし|失っ|死|孤独|殺|被害|暴力|いじめ/u;
const warmWords =
  /美し|きれい|綺麗|嬉し|うれし|楽し|優し|やさし|香り|おいし|美味し|幸せ|あたたか|暖か|温か|穏やか|心地/u;

const reason = /^(?:なぜなら|なぜかというと|というのも|その理由|理由は)/u;
const example = /^(?:たとえば|例えば)/u;

/** Whether a sentence ends like a question. */
export function isQuestion(text: string): boolean {
  return /(?:[？?]|(?:でしょう|です|ます|だろう|ません)か。?)$/u.test(text.slice(-8));
}

/** What was said when B gets to speak, and what comes next. */
interface Said {
  /** The last sentence. */
  previous: string;
  /** All since B last spoke. */
  section: string;
  next: Line;
  /** The words of `previous`. */
  words: readonly Word[];
  /** The nouns that B has named, each once. */
  named: Set<string>;
  picker: PhrasePicker;
}

/**
 * What the listening host says after `previous`, the last sentence, which ends `section`, what was said since the last
 * interjection. A question is asked only where the sentence `next` answers it; otherwise a short reaction in the mood
 * of the section, sometimes with a noun of `previous`. Null where silence is better: to abuse nobody nods.
 */
export function chooseReaction(o: Said): string | null {
  const { previous, section, next, words, named, picker } = o;
  if (soundsHarmful(section)) return null;
  if (isQuestion(previous)) return picker.pick(afterQuestions);
  const question = questionBefore(next.text, picker);
  if (question !== null) return question;
  if (sadWords.test(section)) return picker.pick(quietReactions);
  const noun = echoNoun(words);
  if (noun !== null && !named.has(noun) && picker.chance(0.3)) {
    named.add(noun);
    return picker.pick(echoes).replace("{word}", () => noun);
  }
  if (warmWords.test(section) && picker.chance(0.5)) return picker.pick(warmReactions);
  return picker.pick(picker.chance(0.3) ? prompts : acknowledgements);
}

/** The question that a sentence answers by its first word; null for none. */
export function questionBefore(sentence: string, picker: PhrasePicker): string | null {
  if (reason.test(sentence)) return picker.pick(reasonQuestions);
  return example.test(sentence) ? picker.pick(exampleQuestions) : null;
}

/** The last compound noun of a sentence that makes sense alone: 3–10 characters, no name of a person, no number. */
function echoNoun(words: readonly Word[]): string | null {
  let found: string | null = null;
  let compound = "";
  let isPlain = true;
  for (const word of [...words, null]) {
    if (word?.kind === "名詞" && word.detail !== "非自立" && word.detail !== "代名詞") {
      compound += word.surface;
      if (["数", "副詞可能", "接尾"].includes(word.detail) || word.subdetail === "人名") isPlain = false;
      continue;
    }
    if (isPlain && /^[\p{Script=Han}\p{Script=Katakana}ー]{3,10}$/u.test(compound)) found = compound;
    compound = "";
    isPlain = true;
  }
  return found;
}

/**
 * What B says at the end of a stretch of an explainer: the question that the next sentence answers, the section that comes
 * next, or what was just spoken of. Null where silence is better.
 */
export function chooseSummary({ previous, section, next, words, named, picker }: Said): string | null {
  if (soundsHarmful(section)) return null;
  if (isQuestion(previous)) return picker.pick(afterQuestions);
  if (sadWords.test(section)) return picker.pick(quietReactions);
  if (next.kind === "heading" && /^[^「」]{1,30}$/u.test(next.text))
    return picker.pick(headingAnnouncements).replace("{word}", () => next.text);
  const question = questionBefore(next.text, picker);
  if (question !== null) return question;
  const noun = echoNoun(words);
  if (noun === null || named.has(noun)) return picker.pick(summaries);
  named.add(noun);
  return picker.pick(topicSummaries).replace("{word}", () => noun);
}
