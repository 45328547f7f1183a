import { produceAudio } from "#app/engines/audio/produce-audio.ts";
import type { SpeechVoices } from "#app/features/creation/presentation/speech-voices.server.ts";
import { speechEngine } from "./choose-speech-engine.ts";

/** What every voice says, so that they can be compared. */
const sampleText = "こんにちは。この声で、あなたの文章をお届けします。";

/** The voices of this installation's engine. Rejects when the configured one is missing. */
export async function openSpeechVoices(): Promise<SpeechVoices> {
  const engine = await speechEngine();
  return {
    engine: engine.name,
    voices: engine.voices.map(({ id, name }) => ({ id, name })),
    defaultVoices: engine.defaultVoices,
    async speakSample({ voiceId, userId, signal }) {
      const { renditions } = await produceAudio({
        turns: [{ speaker: "A", text: sampleText }],
        speakingRate: 1,
        voices: { A: voiceId, B: engine.defaultVoices.B },
        engine,
        caller: { userId, taskId: null },
        signal,
      });
      const [standard] = renditions;
      if (!standard) throw new Error("the sample has no audio");
      return standard.bytes;
    },
  };
}
