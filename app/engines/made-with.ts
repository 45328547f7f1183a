import { createHash } from "node:crypto";
import { environment } from "#app/config/environment.ts";
import { programVersion } from "#app/config/version.ts";
import type { Speaker } from "#app/engines/script/script.ts";
import { resolveVoices, type SpeechEngine, type VoicePair } from "#app/engines/speech/speech-engine.ts";

export interface MadeWith {
  engine: "local" | "gemini" | "openai" | "voicevox";
  /** Null for engines without named models. */
  model: string | null;
  program: string;
}

let version: string | undefined;

function madeWith(engine: MadeWith["engine"], model: string | null | undefined): MadeWith {
  version ??= programVersion();
  return { engine, model: model ?? null, program: version };
}

export function textMadeWith(engine: "local" | "gemini" | "openai"): MadeWith {
  const { GEMINI_MODEL, OPENAI_MODEL } = environment();
  return madeWith(engine, { local: null, gemini: GEMINI_MODEL, openai: OPENAI_MODEL }[engine]);
}

/** `sha256` (hex) reveals later changes. By default the configured engine wrote it. */
export const writtenBy = (
  script: string,
  engine = environment().SCRIPT_ENGINE,
): MadeWith & { sha256: string } => ({
  ...textMadeWith(engine),
  sha256: scriptSha256(script),
});

export const scriptSha256 = (script: string): string => createHash("sha256").update(script).digest("hex");

export function speechMadeWith(): MadeWith {
  const { SPEECH_ENGINE, GEMINI_SPEECH_MODEL, OPENAI_SPEECH_MODEL } = environment();
  if (SPEECH_ENGINE === "gemini") return madeWith("gemini", GEMINI_SPEECH_MODEL);
  if (SPEECH_ENGINE === "openai") return madeWith("openai", OPENAI_SPEECH_MODEL);
  return madeWith(SPEECH_ENGINE === "voicevox" ? "voicevox" : "local", null);
}

/** Who speaks these speakers' turns, with the voices that are heard. */
export function spokenBy(
  engine: SpeechEngine,
  o: { voices: VoicePair | null | undefined; speakers: Iterable<Speaker> },
) {
  const voices = resolveVoices(engine, o.voices);
  const speakers = [...new Set(o.speakers)].toSorted();
  return {
    ...speechMadeWith(),
    voices: speakers.map((speaker) => ({ speaker, id: voices[speaker].id, name: voices[speaker].name })),
  };
}
