import {
  acknowledgements,
  definitionQuestions,
  type PhrasePicker,
  type QuestionCue,
  questionCues,
  quietReactions,
  reactions,
  topicQuestions,
  warmReactions,
} from "./phrases.ts";

/** Words that make no sense as the topic of a question: times, persons, conjunctions. */
const notTopics = new Set(
  (
    "私 僕 俺 彼 彼女 君 父 母 兄 姉 弟 妹 夫 妻 息子 娘 祖父 祖母 今日 昨日 明日 今 昔 今回 今年 去年 最近 普段 一方 実 実際 " +
    "本当 次 最初 最後 人 中 時 事 物 方 者 現在 当時 以前 以上 以下 前者 後者 本来 通常 結局 例 多 自分 皆 何 誰 間 後 前 上 下 朝 夜 昼"
  ).split(" "),
);

/** Words of grief and loss, to which the reaction is quiet. */
export const sadWords = /悲し|亡くな|苦し|辛い|つらい|戦争|災害|事故|別れ|涙|寂し|さみし|失っ|死|孤独/u;
const warmWords =
  /美し|きれい|綺麗|嬉し|うれし|楽し|好き|優し|やさし|香り|おいし|美味し|幸せ|あたたか|暖か|温か|穏やか|心地/u;

const topicPattern = /^([\p{Script=Han}\p{Script=Katakana}ーA-Za-z0-9・の]{1,14}?)(とは|は|には|では)/u;

/**
 * The topic of a sentence that begins with a noun of at most 14 UTF-16 units and は or とは; `defines` for とは. Null
 * when there is none.
 */
export function topicOf(sentence: string): { topic: string; defines: boolean } | null {
  const match = topicPattern.exec(sentence.slice(0, 24));
  const topic = match?.[1];
  const particle = match?.[2];
  if (topic === undefined || topic.startsWith("の") || topic.endsWith("の") || /^[0-9・]/u.test(topic))
    return null;
  if (notTopics.has(topic) || /[年月日時]$/u.test(topic)) return null;
  return { topic, defines: particle === "とは" };
}

function findQuestionCue(next: string): QuestionCue | undefined {
  const head = next.slice(0, 16);
  const tail = next.slice(-16);
  return questionCues.find((cue) => (cue.head?.test(head) ?? false) || (cue.tail?.test(tail) ?? false));
}

/** Whether the wording of a sentence shows the question that it answers. */
export function answersQuestion(next: string): boolean {
  return findQuestionCue(next) !== undefined;
}

/**
 * What the other host says between two sentences: a question that the next sentence answers where its wording allows
 * one, otherwise a short reaction in the mood of `previousText`.
 *
 * `next` is null at the end of a section. The topic of a question is added to `askedTopics`; none is asked twice.
 */
export function chooseReaction(o: {
  previousText: string;
  next: string | null;
  askedTopics: Set<string>;
  picker: PhrasePicker;
}): string {
  const { previousText, next, askedTopics, picker } = o;
  if (next !== null) {
    const cue = findQuestionCue(next);
    if (cue) return picker.pick(cue.phrases);
    const found = topicOf(next);
    if (
      found &&
      !askedTopics.has(found.topic) &&
      !previousText.includes(`${found.topic}は`) &&
      picker.chance(0.75)
    ) {
      askedTopics.add(found.topic);
      return picker
        .pick(found.defines ? definitionQuestions : topicQuestions)
        .replace("{topic}", () => found.topic);
    }
  }
  const recent = previousText.slice(-120);
  if (sadWords.test(recent)) return picker.pick(quietReactions);
  if (warmWords.test(recent) && picker.chance(0.6)) return picker.pick(warmReactions);
  return picker.pick(next === null ? acknowledgements : reactions);
}
