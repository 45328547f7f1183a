import { produceAudio } from "#app/engines/audio/produce-audio.ts";
import type { ProviderAccess } from "#app/engines/providers/provider-access.ts";
import { speechEngine } from "./choose-speech-engine.ts";

/** What every voice says, so that they can be compared. */
const sampleText = "こんにちは。この声で、あなたの文章をお届けします。";

/** Speaks the sample of a voice of this installation's engine: an MP3 file. Throws what the engine throws. */
export async function speakSample(o: {
  voiceId: string;
  access: ProviderAccess;
  signal: AbortSignal;
}): Promise<Uint8Array> {
  const engine = await speechEngine();
  const { renditions } = await produceAudio({
    turns: [{ speaker: "A", text: sampleText }],
    speakingRate: 1,
    voices: { A: o.voiceId, B: engine.defaultVoices.B },
    engine,
    access: o.access,
    signal: o.signal,
  });
  const [standard] = renditions;
  if (!standard) throw new Error("the sample has no audio");
  return standard.bytes;
}
