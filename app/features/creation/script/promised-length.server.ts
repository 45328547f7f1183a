import { environment } from "#app/config/environment.ts";
import { aiNoteTurn } from "#app/engines/audio/ai-provenance.ts";
import { measureScript } from "#app/engines/audio/measure-script.ts";
import { parseScript } from "#app/engines/script/script.ts";
import { moodOfKind, type TextKind } from "#app/engines/script/text-kind.ts";
import { type ScriptMeasure, unmeasuredPace, type VoicePace } from "#app/engines/speech/voice-pace.ts";
import type { VoiceOptions } from "../narration/voice-sample.server.ts";

/** From what a page promises how long a script will be, for any choice of voices and rate. */
export interface LengthPromise {
  measure: ScriptMeasure;
  /** How fast each voice speaks a text of this kind, by its id. */
  paces: Record<string, VoicePace>;
}

/** What is spoken of a script, the spoken note that it was made with AI included where the settings ask for one. */
export async function promiseLength(o: {
  script: string;
  textKind: TextKind | null;
  voices: VoiceOptions;
}): Promise<LengthPromise> {
  // Loaded when it is asked: the voices have programs and models.
  const { speechEngine } = await import("#app/engines/speech/choose-speech-engine.ts");
  const engine = await speechEngine();
  const turns = parseScript(o.script);
  const spoken = environment().AI_NOTE === "spoken" ? [...turns, aiNoteTurn] : turns;
  const mood = moodOfKind(o.textKind);
  return {
    measure: measureScript(spoken),
    paces: Object.fromEntries(
      o.voices.voices.map(({ id }) => [id, engine.paceOf?.(id, mood) ?? unmeasuredPace]),
    ),
  };
}
