import type { ServiceVoice } from "#app/config/engine-settings.ts";
import { EngineError } from "#app/engines/providers/engine-error.ts";
import { type GeminiAccess, generateContent } from "#app/engines/providers/gemini-client.ts";
import { wavOfAnswer } from "./answered-sound.ts";
import { maxSpeechBytes, type SpeechService, speechVoices } from "./remote-speech-engine.ts";

/**
 * Gemini's speech: 24 kHz, both speakers named, one turn per request, so that times are known and a failure repeats alone. Pace
 * goes in words.
 */
export function createGeminiSpeechService(
  access: GeminiAccess & { voices: readonly ServiceVoice[] },
): SpeechService {
  const voices = speechVoices(access.voices);
  const configsWith = (voice: string) =>
    [voice, ...voices.map(({ id }) => id).filter((id) => id !== voice)]
      .slice(0, 2)
      .map((id) => ({ speaker: id, voiceConfig: { voice: id } }));
  return {
    engine: "gemini-speech",
    model: access.model,
    sampleRate: 24_000,
    voices,
    async speak({ text, voice, speakingRate, signal }) {
      const style = styleOf(speakingRate);
      const { response, usage } = await generateContent(access, {
        contents: [
          {
            role: "user",
            parts: [{ text, speechMetadata: { speaker: voice, ...(style ? { style } : {}) } }],
          },
        ],
        config: {
          responseModalities: ["AUDIO"],
          speechConfig: {
            languageCode: "ja",
            multiSpeakerVoiceConfig: { speakerVoiceConfigs: configsWith(voice) },
          },
        },
        signal,
        // Base64 in a little JSON.
        maxBytes: Math.ceil((4 / 3) * maxSpeechBytes({ text, speakingRate })) + 64 * 1024,
      });
      const parts = response.candidates?.[0]?.content?.parts?.flatMap(({ inlineData }) =>
        inlineData?.data ? [inlineData] : [],
      );
      const [first, ...others] = parts ?? [];
      if (!first?.data) throw new EngineError("unusable", "Gemini: no audio", { usage });
      if (others.length > 0) throw new EngineError("unusable", "Gemini: audio in several parts", { usage });
      return { wav: wavOfAnswer(Buffer.from(first.data, "base64"), first.mimeType), usage };
    },
  };
}

function styleOf(speakingRate: number): string | null {
  if (speakingRate <= 0.85) return "slow, calm pace";
  if (speakingRate >= 1.2) return "fast pace";
  return null;
}
