import type { ServiceVoice } from "#app/config/engine-settings.ts";
import { describeAnswer, EngineError, failureOfStatus, parseRetryAfter } from "../../remote/engine-error.ts";
import { type SpeechService, speechVoices } from "./remote-speech-engine.ts";

/**
 * A server with OpenAI's `/v1/audio/speech`, which answers with WAV of 24 kHz. The client is loaded with the first request.
 */
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
      // Everything that the client would otherwise read from the process's environment.
      const client = new Client({
        apiKey: o.apiKey ?? "none",
        baseURL: o.baseUrl,
        organization: null,
        project: null,
        maxRetries: 0,
        logLevel: "off",
      });
      try {
        const response = await client.audio.speech.create(
          { model: o.model, voice, input: text, speed: speakingRate, response_format: "wav" },
          { signal },
        );
        return { wav: new Uint8Array(await response.arrayBuffer()), usage: {} };
      } catch (error) {
        signal.throwIfAborted();
        const { message } = error instanceof Error ? error : new Error(String(error));
        const said = `OpenAI: ${describeAnswer(message, [o.apiKey])}`;
        if (!(error instanceof APIError) || error instanceof APIConnectionError || error.status === undefined)
          throw new EngineError("unavailable", said);
        const retryAfterMs = parseRetryAfter(error.headers?.get("retry-after"));
        throw new EngineError(failureOfStatus(error.status), said, { retryAfterMs });
      }
    },
  };
}
