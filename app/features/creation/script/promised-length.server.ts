import { environment } from "#app/config/environment.ts";
import { aiNoteTurn, withAiNote } from "#app/engines/audio/ai-provenance.ts";
import { measureScript } from "#app/engines/audio/measure-script.ts";
import { parseScript, type Speaker } from "#app/engines/script/script.ts";
import type { TargetLength } from "#app/engines/script/script-engine.ts";
import { moodOfKind, type TextKind } from "#app/engines/script/text-kind.ts";
import {
  promisedSeconds,
  type ScriptMeasure,
  unmeasuredPace,
  type VoicePace,
} from "#app/engines/speech/voice-pace.ts";
import { offeredForms, writesByRules } from "../narration/narration.server.ts";
import type { Narration } from "../narration/narration.ts";
import type { VoiceOptions } from "../narration/voice-sample.server.ts";

/** The pace of the voices that would speak, for a kind of text. */
async function findPaces(
  voices: Narration["voices"],
): Promise<(kind: TextKind) => Readonly<Record<Speaker, VoicePace>>> {
  // Loaded on demand: voices have programs and models.
  const { speechEngine } = await import("#app/engines/speech/choose-speech-engine.ts");
  const { resolveVoices } = await import("#app/engines/speech/speech-engine.ts");
  const engine = await speechEngine();
  const { A, B } = resolveVoices(engine, voices);
  return (kind) => {
    const paceOf = (voiceId: string) => engine.paceOf?.(voiceId, moodOfKind(kind)) ?? unmeasuredPace;
    return { A: paceOf(A.id), B: paceOf(B.id) };
  };
}

/** Of `seconds` heard, those for the script: a configured notice is spoken too. Includes the voices' paces. */
export async function scriptLength(
  seconds: number,
  o: { voices: Narration["voices"]; speakingRate: number },
): Promise<TargetLength> {
  const { speakingRate } = o;
  const pacesOf = await findPaces(o.voices);
  const notice =
    environment().AI_NOTE === "spoken"
      ? promisedSeconds(measureScript([aiNoteTurn]), { paces: pacesOf("article"), speakingRate })
      : 0;
  return { seconds: seconds - notice, speakingRate, pacesOf };
}

/** Enough to promise a length for any choice of voices and rate. */
export interface LengthPromise {
  measure: ScriptMeasure;
  /** By voice id, for this kind of text. */
  paces: Record<string, VoicePace>;
  /** In seconds: what a model was asked for, and may have missed; null for a script of rules. */
  target: number | null;
  /** Whether rules can write the form instead. */
  offersRules: boolean;
}

/** Measures what is spoken, with the AI notice if it is configured. */
export async function promiseLength(o: {
  script: string;
  textKind: TextKind | null;
  voices: VoiceOptions;
  narration: Narration;
}): Promise<LengthPromise> {
  // Loaded on demand: voices have programs and models.
  const { speechEngine } = await import("#app/engines/speech/choose-speech-engine.ts");
  const engine = await speechEngine();
  const turns = parseScript(o.script);
  const spoken = environment().AI_NOTE === "spoken" ? withAiNote(turns) : turns;
  const mood = moodOfKind(o.textKind);
  return {
    measure: measureScript(spoken),
    paces: Object.fromEntries(
      o.voices.voices.map(({ id }) => [id, engine.paceOf?.(id, mood) ?? unmeasuredPace]),
    ),
    target: writesByRules() || o.narration.isByRules ? null : o.narration.seconds,
    offersRules: offeredForms(true).includes(o.narration.form),
  };
}
