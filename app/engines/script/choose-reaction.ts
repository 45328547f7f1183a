import { findClaims } from "#app/engines/fact-check/find-claims.ts";
import { soundsHarmful } from "#app/engines/harm/sounds-harmful.ts";
import { afterQuestions, type PhrasePicker, summaries } from "./phrases.ts";
import type { Tone } from "./tones.ts";

/** Words of grief and loss, after which nobody nods. */
const sadWords =
  /悲し|亡くな|苦し|辛い|つらい|戦争|災害|事故|別れ|涙|寂し|さみし|失っ|死|孤独|殺|被害|暴力|いじめ/u;

/** Whether a text has words of grief and loss. */
export const isSad = (text: string): boolean => sadWords.test(text);

/** Whether a sentence ends like a question. */
export function isQuestion(text: string): boolean {
  return /(?:[？?]|(?:でしょう|です|ます|だろう|ません)か。?)$/u.test(text.slice(-8));
}

/** What A has said since B last spoke. */
interface Said {
  sentences: readonly string[];
  tone: Tone;
  picker: PhrasePicker;
}

/**
 * What the listening host says while the other one reads on, in the tone of the text's kind. After what the fact check lists
 * nobody nods; after grief and abuse nobody says anything: null. It repeats no word of the text and asks for none.
 */
export function chooseReaction({ sentences, tone, picker }: Said): string | null {
  const said = sentences.join("\n");
  if (soundsHarmful(said) || isSad(said) || tone.reactions.length === 0) return null;
  if (findClaims(sentences).length > 0) return tone.neutral.length > 0 ? picker.pick(tone.neutral) : null;
  return picker.pick(picker.chance(0.75) || tone.neutral.length === 0 ? tone.reactions : tone.neutral);
}

/** What B says before reading on; empty where a nod would agree with what is listed as unchecked, or silence is better. */
export function chooseNod({ sentences, tone, picker }: Said): string {
  const said = sentences.join("\n");
  const isSilent = tone.nods.length === 0 || soundsHarmful(said) || isSad(said);
  return isSilent || findClaims(sentences).length > 0 ? "" : picker.pick(tone.nods);
}

/** What B says at the end of a stretch of an explainer; null where silence is better. */
export function chooseSummary({ sentences, tone, picker }: Said): string | null {
  const said = sentences.join("\n");
  if (soundsHarmful(said) || isSad(said)) return null;
  if (isQuestion(sentences.at(-1) ?? "")) return picker.pick(afterQuestions);
  // 「わかりました」 would agree with what nobody has checked.
  if (findClaims(sentences).length > 0)
    return picker.pick(tone.neutral.length > 0 ? tone.neutral : neutralSummaries);
  return picker.pick(summaries);
}

const neutralSummaries = ["ここで、ひと区切りですね。"] as const;
