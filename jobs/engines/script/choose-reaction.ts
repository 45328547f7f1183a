import type { PhrasePicker } from "./phrase-picker.ts";
import {
  acknowledgements,
  type Cue,
  cues,
  definitionQuestions,
  quietReactions,
  reactions,
  topicQuestions,
  warmReactions,
} from "./phrases.ts";

/** Topics that make no sense in a question: times, persons close by, words that only join sentences. */
const notTopics = new Set(
  (
    "私 僕 俺 彼 彼女 君 父 母 兄 姉 弟 妹 夫 妻 息子 娘 祖父 祖母 今日 昨日 明日 今 昔 今回 今年 去年 最近 普段 一方 実 実際 " +
    "本当 次 最初 最後 人 中 時 事 物 方 者 現在 当時 以前 以上 以下 前者 後者 本来 通常 結局 例 多 自分 皆 何 誰 間 後 前 上 下 朝 夜 昼"
  ).split(" "),
);

/** Words of grief and loss, at which nobody is cheerful. */
export const sad = /悲し|亡くな|苦し|辛い|つらい|戦争|災害|事故|別れ|涙|寂し|さみし|失っ|死|孤独/u;
const warm =
  /美し|きれい|綺麗|嬉し|うれし|楽し|好き|優し|やさし|香り|おいし|美味し|幸せ|あたたか|暖か|温か|穏やか|心地/u;

const topicPattern = /^([\p{Script=Han}\p{Script=Katakana}ーA-Za-z0-9・の]{1,14}?)(とは|は|には|では)/u;

/**
 * What a sentence speaks of, when it opens with a short noun and は or とは. At most 14 UTF-16 units;
 * null when there is no such noun.
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

function cueFor(next: string): Cue | undefined {
  const head = next.slice(0, 16);
  const tail = next.slice(-16);
  return cues.find((cue) => (cue.head?.test(head) ?? false) || (cue.tail?.test(tail) ?? false));
}

/** Whether a sentence answers a question that can be asked before it. */
export function answersCue(next: string): boolean {
  return cueFor(next) !== undefined;
}

/**
 * What the listening host says between two sentences: a question that the next sentence answers where
 * its wording allows one, otherwise a word of listening in the mood of what was just said.
 *
 * `next` is null at the end of a section. `asked` remembers the topics already asked about.
 */
export function chooseReaction(o: {
  said: string;
  next: string | null;
  asked: Set<string>;
  picker: PhrasePicker;
}): string {
  const { said, next, asked, picker } = o;
  if (next !== null) {
    const cue = cueFor(next);
    if (cue) return picker.pick(cue.phrases);
    const found = topicOf(next);
    if (found && !asked.has(found.topic) && !said.includes(`${found.topic}は`) && picker.chance(0.75)) {
      asked.add(found.topic);
      return picker
        .pick(found.defines ? definitionQuestions : topicQuestions)
        .replace("{topic}", () => found.topic);
    }
  }
  const heard = said.slice(-120);
  if (sad.test(heard)) return picker.pick(quietReactions);
  if (warm.test(heard) && picker.chance(0.6)) return picker.pick(warmReactions);
  return picker.pick(next === null ? acknowledgements : reactions);
}
