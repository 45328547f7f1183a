import path from "node:path";
import { environment } from "#app/config/environment.ts";
import { createEspeakEngine } from "./espeak-ng.ts";
import type { OpenJtalkPaths } from "./find-open-jtalk.ts";
import { createOpenJtalkEngine } from "./open-jtalk.ts";
import { createGeminiSpeechService } from "./remote/gemini-speech.ts";
import { createOpenaiSpeechService } from "./remote/openai-speech.ts";
import { createRemoteSpeechEngine } from "./remote/remote-speech-engine.ts";
import { createVoicevoxService } from "./remote/voicevox.ts";
import type { SpeechEngine } from "./speech-engine.ts";

/**
 * The engine on this machine for a configuration. `auto` is Open JTalk where its program and dictionary are found, otherwise the
 * bundled eSpeak NG. Throws when Open JTalk is configured and missing, or a configured path is wrong. Temporary files
 * go to `workDir`.
 */
export async function chooseSpeechEngine(o: {
  engine: "auto" | "open-jtalk" | "espeak-ng";
  openJtalk?: OpenJtalkPaths | undefined;
  workDir: string;
}): Promise<SpeechEngine> {
  if (o.engine === "espeak-ng") return createEspeakEngine();
  const openJtalk = await createOpenJtalkEngine({ ...o.openJtalk, workDir: o.workDir });
  if (openJtalk) return openJtalk;
  if (o.engine === "auto") return createEspeakEngine();
  throw new Error(
    "Open JTalk is not installed: set OPEN_JTALK_PROGRAM and OPEN_JTALK_DICTIONARY, or choose another speech engine",
  );
}

let engine: Promise<SpeechEngine> | undefined;

/** The speech engine of this installation, chosen once. Rejects when the configured one is missing. */
export function speechEngine(): Promise<SpeechEngine> {
  engine ??= openSpeechEngine();
  return engine;
}

async function openSpeechEngine(): Promise<SpeechEngine> {
  const settings = environment();
  if (settings.SPEECH_ENGINE === "voicevox") {
    const service = createVoicevoxService({
      baseUrl: settings.VOICEVOX_URL,
      creditName: settings.VOICEVOX_CREDIT,
      voices: settings.VOICEVOX_VOICES,
    });
    return createRemoteSpeechEngine(service);
  }
  if (settings.SPEECH_ENGINE === "gemini") {
    const service = createGeminiSpeechService({
      apiKey: settings.GEMINI_API_KEY ?? "",
      baseUrl: settings.GEMINI_BASE_URL,
      model: settings.GEMINI_SPEECH_MODEL,
      voices: settings.GEMINI_SPEECH_VOICES,
    });
    return createRemoteSpeechEngine(service);
  }
  if (settings.SPEECH_ENGINE === "openai") {
    const service = createOpenaiSpeechService({
      apiKey: settings.OPENAI_API_KEY,
      baseUrl: settings.OPENAI_SPEECH_URL ?? settings.OPENAI_BASE_URL,
      model: settings.OPENAI_SPEECH_MODEL ?? "",
      voices: settings.OPENAI_SPEECH_VOICES,
    });
    return createRemoteSpeechEngine(service);
  }
  return chooseSpeechEngine({
    engine: settings.SPEECH_ENGINE,
    openJtalk: {
      program: settings.OPEN_JTALK_PROGRAM,
      dictionary: settings.OPEN_JTALK_DICTIONARY,
      voiceA: settings.OPEN_JTALK_VOICE_A,
      voiceB: settings.OPEN_JTALK_VOICE_B,
    },
    workDir: path.join(settings.DATA_DIR, "tmp"),
  });
}
