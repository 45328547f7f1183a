import { findLexicon } from "#app/features/pronunciations/server/list-pronunciations.server.ts";
import { asUnavailable } from "#app/features/providers/server/as-unavailable.server.ts";
import { providerAccess } from "#app/features/providers/server/provider-access.server.ts";
import { speechStore } from "../server/speech-cache.server.ts";

/** Later an engine has failed. */
const maxSpeakingMs = 30_000;

/** Speaks a reading in a draft's voice, or takes it from the member's own cache. Throws `Unavailable` while the engine does not. */
export async function findReadingSample(options: {
  viewer: { id: string };
  reading: string;
  accent: number | null;
  after: string;
  /** If unknown, the first speaker's. */
  voice: string;
}): Promise<Uint8Array<ArrayBuffer>> {
  const { viewer, voice, ...word } = options;
  // Loaded on demand: voices have programs and models.
  const { speakReading } = await import("#app/engines/speech/speak-sample.ts");
  const index = await findLexicon(viewer.id);
  return asUnavailable(
    speakReading({
      ...word,
      voiceId: voice,
      index,
      store: speechStore(viewer.id),
      access: providerAccess({ userId: viewer.id, taskId: null }),
      signal: AbortSignal.timeout(maxSpeakingMs),
    }),
  );
}
