import { environment } from "#app/config/environment.ts";
import { createHtsEngine } from "./hts/hts-engine.ts";
import { createGeminiSpeechService } from "./remote/gemini-speech.ts";
import { createOpenaiSpeechService } from "./remote/openai-speech.ts";
import { createRemoteSpeechEngine } from "./remote/remote-speech-engine.ts";
import { createVoicevoxService } from "./remote/voicevox.ts";
import type { SpeechEngine } from "./speech-engine.ts";

let engine: Promise<SpeechEngine> | undefined;

/** The engine of `SPEECH_ENGINE`, chosen once. Rejects if a configured voice can't be used. */
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
  return createHtsEngine({ a: settings.LOCAL_VOICE_A, b: settings.LOCAL_VOICE_B });
}
