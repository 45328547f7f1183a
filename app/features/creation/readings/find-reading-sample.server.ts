import { findLexicon } from "#app/features/pronunciations/server/list-pronunciations.server.ts";
import { providerAccess } from "#app/features/providers/server/provider-access.server.ts";
import { speechStore } from "../speech-cache/speech-cache.server.ts";

/** An engine that has not spoken a word by then has failed. */
const maxSpeakingMs = 30_000;

/** One reading of a word in the voice of a draft, from the member's own cache of speech where it was heard before. */
export async function findReadingSample(options: {
  viewer: { id: string };
  reading: string;
  accent: number | null;
  after: string;
  /** An unknown one gives way to the first speaker's. */
  voice: string;
}): Promise<Uint8Array<ArrayBuffer>> {
  const { viewer, voice, ...word } = options;
  // Loaded when it is asked: the voices have programs and models.
  const { speakReading } = await import("#app/engines/speech/speak-sample.ts");
  return speakReading({
    ...word,
    voiceId: voice,
    index: await findLexicon(viewer.id),
    store: speechStore(viewer.id),
    access: providerAccess({ userId: viewer.id, taskId: null }),
    signal: AbortSignal.timeout(maxSpeakingMs),
  });
}
