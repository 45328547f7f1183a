import { produceAudio } from "#app/engines/audio/produce-audio.ts";
import type { ReadingIndex } from "#app/engines/pronunciations/apply-readings.ts";
import type { ProviderAccess } from "#app/engines/providers/provider-access.ts";
import { speechEngine } from "./choose-speech-engine.ts";
import { withReadings } from "./with-readings.ts";
import { type SpeechStore, withSpeechCache } from "./with-speech-cache.ts";

/** What every voice says, so that they can be compared. */
const sampleText = "こんにちは。この声で、あなたの文章をお届けします。";

/**
 * Speaks one reading of a word with what follows it in its line: an MP3 file, from `store` where it was heard before. Throws what the
 * engine throws.
 */
export async function speakReading(o: {
  voiceId: string;
  /** Katakana. */
  reading: string;
  accent: number | null;
  after: string;
  index: ReadingIndex;
  store: SpeechStore;
  access: ProviderAccess;
  signal: AbortSignal;
}): Promise<Uint8Array<ArrayBuffer>> {
  const engine = await speechEngine();
  const { renditions } = await produceAudio({
    turns: [{ speaker: "A", text: `｜${o.reading}《${o.reading}${o.accent ?? ""}》${o.after}` }],
    speakingRate: 1,
    voices: { A: o.voiceId, B: engine.defaultVoices.B },
    engine: withReadings(withSpeechCache(engine, o.store), o.index),
    access: o.access,
    signal: o.signal,
  });
  const [standard] = renditions;
  if (!standard) throw new Error("the reading has no audio");
  return new Uint8Array(standard.bytes);
}

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
