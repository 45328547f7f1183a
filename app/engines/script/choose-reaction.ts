import { findClaims } from "#app/engines/fact-check/find-claims.ts";
import { soundsHarmful } from "#app/engines/harm/sounds-harmful.ts";
import { afterQuestions, type PhrasePicker, summaries } from "./phrases.ts";
import type { Tone } from "./tones.ts";

const sadWords =
  /悲し|亡くな|苦し|辛い|つらい|戦争|災害|事故|別れ|涙|寂し|さみし|失っ|死|孤独|殺|被害|暴力|いじめ/u;

export const isSad = (text: string): boolean => sadWords.test(text);

export function isQuestion(text: string): boolean {
  return /(?:[？?]|(?:でしょう|です|ます|だろう|ません)か。?)$/u.test(text.slice(-8));
}

interface Said {
  sentences: readonly string[];
  tone: Tone;
  picker: PhrasePicker;
}

/**
 * The listener's reaction in the kind's tone. No nod after unchecked claims; null after grief and abuse. Repeats and asks
 * nothing.
 */
export function chooseReaction({ sentences, tone, picker }: Said): string | null {
  const said = sentences.join("\n");
  if (soundsHarmful(said) || isSad(said) || tone.reactions.length === 0) return null;
  if (findClaims(sentences).length > 0) return tone.neutral.length > 0 ? picker.pick(tone.neutral) : null;
  return picker.pick(picker.chance(0.75) || tone.neutral.length === 0 ? tone.reactions : tone.neutral);
}

/** B before reading on; empty if a nod would agree with unchecked claims, or silence is better. */
export function chooseNod({ sentences, tone, picker }: Said): string {
  const said = sentences.join("\n");
  const isSilent = tone.nods.length === 0 || soundsHarmful(said) || isSad(said);
  return isSilent || findClaims(sentences).length > 0 ? "" : picker.pick(tone.nods);
}

/** B, after a stretch of an explainer; null if silence is better. */
export function chooseSummary({ sentences, tone, picker }: Said): string | null {
  const said = sentences.join("\n");
  if (soundsHarmful(said) || isSad(said)) return null;
  if (isQuestion(sentences.at(-1) ?? "")) return picker.pick(afterQuestions);
  // 「わかりました」 would agree with unchecked claims.
  if (findClaims(sentences).length > 0)
    return picker.pick(tone.neutral.length > 0 ? tone.neutral : neutralSummaries);
  return picker.pick(summaries);
}

const neutralSummaries = ["ここで、ひと区切りですね。"] as const;
