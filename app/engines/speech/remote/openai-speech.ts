import type { ServiceVoice } from "#app/config/engine-settings.ts";
import { describeAnswer, EngineError, failureOfStatus } from "#app/engines/providers/engine-error.ts";
import { engineErrorIn, fetchAnswer } from "#app/engines/providers/fetch-answer.ts";
import { parseRetryAfter } from "#app/lib/retry-after.ts";
import { wavOfAnswer } from "./answered-sound.ts";
import { maxSpeechBytes, type SpeechService, speechVoices } from "./remote-speech-engine.ts";

/** OpenAI's `/v1/audio/speech`: WAV of any rate. Loads the client at first use. */
export function createOpenaiSpeechService(o: {
  apiKey: string | undefined;
  baseUrl: string;
  model: string;
  voices: readonly ServiceVoice[];
}): SpeechService {
  return {
    engine: "openai-speech",
    model: o.model,
    sampleRate: 24_000,
    voices: speechVoices(o.voices),
    async speak({ text, voice, speakingRate, signal }) {
      const { default: Client, APIError, APIConnectionError } = await import("openai");
      // The client would read these from the environment.
      const client = new Client({
        apiKey: o.apiKey ?? "none",
        baseURL: o.baseUrl,
        organization: null,
        project: null,
        maxRetries: 0,
        logLevel: "off",
        fetch: fetchAnswer({ service: "OpenAI", maxBytes: maxSpeechBytes({ text, speakingRate }) }),
      });
      try {
        const response = await client.audio.speech.create(
          { model: o.model, voice, input: text, speed: speakingRate, response_format: "wav" },
          { signal },
        );
        const bytes = new Uint8Array(await response.arrayBuffer());
        return { wav: wavOfAnswer(bytes, response.headers.get("content-type")), usage: {} };
      } catch (error) {
        signal.throwIfAborted();
        const refused = engineErrorIn(error);
        if (refused) throw refused;
        const { message } = error instanceof Error ? error : new Error(String(error));
        const said = `OpenAI: ${describeAnswer(message, [o.apiKey])}`;
        if (!(error instanceof APIError) || error instanceof APIConnectionError || error.status === undefined)
          throw new EngineError("unavailable", said);
        const retryAfterS = parseRetryAfter(error.headers?.get("retry-after"));
        throw new EngineError(failureOfStatus(error.status), said, { retryAfterS });
      }
    },
  };
}
