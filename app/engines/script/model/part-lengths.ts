import { measureScript } from "#app/engines/audio/measure-script.ts";
import type { Turn } from "#app/engines/script/script.ts";
import type { TargetLength } from "#app/engines/script/script-engine.ts";
import type { TextKind } from "#app/engines/script/text-kind.ts";
import { isWithinTolerance, promisedSeconds } from "#app/engines/speech/voice-pace.ts";
import type { PartLength } from "./script-prompts.ts";
import type { NumberedSentence } from "./text-parts.ts";

/** Measures scripts against a target length as the promise does, and says it to a model in characters, which it can count. */
export interface PartLengths {
  /** For the first attempt, of each part. */
  asked: readonly PartLength[];
  /** How far a script is off, as a share of the length. */
  missOf(turns: readonly Turn[]): number;
  /** For the second attempt: what each part is asked for; null for a part that has its share of the length. */
  askAgain(answers: readonly (readonly Turn[])[]): (PartLength | null)[];
}

/** Each part has the share of the length that it has of the text. */
export function partLengths(
  parts: readonly (readonly NumberedSentence[])[],
  { targetLength, textKind }: { targetLength: TargetLength; textKind: TextKind },
): PartLengths {
  const { seconds, speakingRate } = targetLength;
  const paces = targetLength.pacesOf(textKind);
  const secondsOf = (turns: readonly Turn[]) =>
    promisedSeconds(measureScript(turns), { paces, speakingRate });
  // As two hosts would say it, sentence by sentence.
  const read = parts.map((part) =>
    part.map(({ text }, at): Turn => ({ speaker: at % 2 === 0 ? "A" : "B", text })),
  );
  const whole = Math.max(1, charactersOf(read.flat()));
  const shareOf = (at: number) => (seconds * charactersOf(read[at] ?? [])) / whole;
  const secondsOfTalk = secondsOf(talk) / charactersOf(talk);
  // All sentences are told: what a longer or shorter script has more or less of is talk, which has fewer kanji.
  const charactersFor = (targetSeconds: number, turns: readonly Turn[]) =>
    Math.max(1, Math.round(charactersOf(turns) + (targetSeconds - secondsOf(turns)) / secondsOfTalk));
  return {
    asked: read.map((turns, at) => ({ characters: charactersFor(shareOf(at), turns) })),
    missOf: (turns) => Math.abs(secondsOf(turns) / seconds - 1),
    askAgain(answers) {
      const hasShare = answers.map((turns, at) => isWithinTolerance(secondsOf(turns), shareOf(at)));
      const areAllFair = !hasShare.includes(false);
      return answers.map((turns, at) => {
        const share = shareOf(at);
        const off = secondsOf(turns) / share - 1;
        if (hasShare[at] && !areAllFair) return null;
        const lengthFault = `前の答えは${charactersOf(turns)}文字で、およそ${Math.round(Math.abs(off) * 100)}%${off > 0 ? "長すぎました" : "短すぎました"}`;
        return { characters: charactersFor(share, turns), lengthFault };
      });
    },
  };
}

/** As hosts talk around the sentences of a text. */
const talk: readonly Turn[] = [
  { speaker: "A", text: "それでは、もう少しくわしく聞いていきましょう。" },
  { speaker: "B", text: "なるほど、そういうことなのですね。続きも聞かせてください。" },
  { speaker: "A", text: "ええ、ここからがおもしろいところなんです。" },
  { speaker: "B", text: "それは、どういうことでしょうか。" },
];

const charactersOf = (turns: readonly Turn[]) => turns.reduce((sum, { text }) => sum + text.length, 0);
