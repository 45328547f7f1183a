import path from "node:path";
import { environment } from "#app/config/environment.ts";
import { chooseSpeechEngine } from "./choose-speech-engine.ts";
import type { SpeechEngine } from "./speech-engine.ts";

let engine: Promise<SpeechEngine> | undefined;

/** The speech engine of this installation, chosen once. Rejects when the one asked for is not there. */
export function speechEngine(): Promise<SpeechEngine> {
  const settings = environment();
  engine ??= chooseSpeechEngine({
    engine: settings.SPEECH_ENGINE,
    openJtalk: {
      program: settings.OPEN_JTALK_PROGRAM,
      dictionary: settings.OPEN_JTALK_DICTIONARY,
      voiceA: settings.OPEN_JTALK_VOICE_A,
      voiceB: settings.OPEN_JTALK_VOICE_B,
    },
    workDir: path.join(settings.DATA_DIR, "tmp"),
  });
  return engine;
}
