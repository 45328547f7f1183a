import { produceAudio } from "#app/engines/audio/produce-audio.ts";
import type { ReadingIndex } from "#app/engines/pronunciations/apply-readings.ts";
import type { ProviderAccess } from "#app/engines/providers/provider-access.ts";
import type { Turn } from "../script/script.ts";
import { speechEngine } from "./choose-speech-engine.ts";
import type { SpeakingManner, VoicePair } from "./speech-engine.ts";
import { withReadings } from "./with-readings.ts";
import { type SpeechStore, withSpeechCache } from "./with-speech-cache.ts";

const sampleText = "こんにちは。この声で、あなたの文章をお届けします。";

/** A word's reading with what follows: MP3, cached in `store`. Throws as the engine. */
export async function speakReading(o: {
  voiceId: string;
  reading: string;
  accent: number | null;
  after: string;
  index: ReadingIndex;
  store: SpeechStore;
  access: ProviderAccess;
  signal: AbortSignal;
}): Promise<Uint8Array<ArrayBuffer>> {
  const { defaultVoices } = await speechEngine();
  return speakTurns({
    ...o,
    turns: [{ speaker: "A", text: `｜${o.reading}《${o.reading}${o.accent ?? ""}》${o.after}` }],
    speakingRate: 1,
    voices: { A: o.voiceId, B: defaultVoices.B },
  });
}

/**
 * Speaks some turns as a preview does, sentence by sentence: an MP3 file. What `store` holds is not spoken again, nor is it by
 * the preview afterwards. Throws what the engine throws.
 */
export async function speakTurns(o: {
  turns: readonly Turn[];
  speakingRate: number;
  /** Ids of the engine's voices; its own choice without them. */
  voices?: VoicePair | undefined;
  manner?: SpeakingManner | undefined;
  index: ReadingIndex;
  store: SpeechStore;
  access: ProviderAccess;
  signal: AbortSignal;
}): Promise<Uint8Array<ArrayBuffer>> {
  const { index, store, ...spoken } = o;
  const engine = withReadings(withSpeechCache(await speechEngine(), store), index);
  const { renditions } = await produceAudio({ ...spoken, engine });
  const [standard] = renditions;
  if (!standard) throw new Error("the turns have no audio");
  return new Uint8Array(standard.bytes);
}

/** MP3. Throws as the engine. */
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
