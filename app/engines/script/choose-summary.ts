import { findHarm } from "#app/engines/harm/find-harm.ts";
import { echoNoun, isQuestion, questionBefore, type Said, sadWords } from "./choose-reaction.ts";
import {
  afterQuestions,
  headingAnnouncements,
  quietReactions,
  summaries,
  topicSummaries,
} from "./phrases.ts";

/**
 * What B says at the end of a stretch of an explainer: the question that the next sentence answers, the section that comes
 * next, or what was just spoken of. Null where silence is better.
 */
export function chooseSummary({ previous, section, next, words, named, picker }: Said): string | null {
  if (findHarm(section).length > 0) return null;
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
