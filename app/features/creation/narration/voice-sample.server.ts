import { createHash } from "node:crypto";
import { NotFound } from "#app/features/domain-error.ts";
import { providerAccess } from "#app/features/providers/server/provider-access.server.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { logger } from "#app/logger.server.ts";

/** Another number makes every sample anew: after a change of its text or of how a voice speaks. */
const sampleVersion = 2;
/** An engine that has not spoken a sample by then has failed. */
const maxSpeakingMs = 60_000;

/** The voices of a page, with the addresses of their samples. */
export interface VoiceOptions {
  voices: { id: string; name: string; samplePath: string }[];
  defaultVoices: { A: string; B: string };
  /** Those that would speak what was chosen. */
  speaking: { A: string; B: string };
}

/** The voices from which members choose, and which of them `chosen` means; null while the engine is missing. */
export async function findVoiceOptions(
  chosen: { A: string; B: string } | null = null,
): Promise<VoiceOptions | null> {
  try {
    // Loaded when it is asked: the voices have programs and models.
    const { speechEngine } = await import("#app/engines/speech/choose-speech-engine.ts");
    const { resolveVoices } = await import("#app/engines/speech/speech-engine.ts");
    const { name: engine, voices, defaultVoices } = await speechEngine();
    const { A, B } = resolveVoices({ voices, defaultVoices }, chosen);
    return {
      voices: voices.map(({ id, name }) => ({ id, name, samplePath: samplePath(engine, id) })),
      defaultVoices: { ...defaultVoices },
      speaking: { A: A.id, B: B.id },
    };
  } catch (error) {
    logger.error({ err: error }, "the voices are not known");
    return null;
  }
}

/** Names the bytes of a sample: they stay the same for ever. */
function sampleHash(engine: string, voiceId: string): string {
  return createHash("sha256")
    .update(JSON.stringify([sampleVersion, engine, voiceId]))
    .digest("hex")
    .slice(0, 32);
}

function samplePath(engine: string, voiceId: string): string {
  return `/api/voices/${encodeURIComponent(voiceId)}/sample?v=${sampleHash(engine, voiceId)}`;
}

/** Samples that are being spoken in this process. */
const speaking = new Map<string, Promise<void>>();

/**
 * The file with the sample of a voice, which is spoken once and kept. Throws `NotFound` for a voice that this installation does
 * not have, and what the engine throws.
 */
export async function findVoiceSample(options: {
  viewer: { id: string };
  voiceId: string;
}): Promise<{ key: string; bytes: number; modified: Date; hash: string }> {
  const { viewer, voiceId } = options;
  const { speechEngine } = await import("#app/engines/speech/choose-speech-engine.ts");
  const { speakSample } = await import("#app/engines/speech/speak-sample.ts");
  const { name: engine, voices } = await speechEngine();
  if (!voices.some(({ id }) => id === voiceId)) throw new NotFound("声が見つかりません");
  const hash = sampleHash(engine, voiceId);
  const key = `voices/${hash}.mp3`;
  const stored = await audioStorage().stat(key);
  if (stored) return { key, hash, ...stored };
  let spoken = speaking.get(key);
  if (!spoken) {
    // Not ended with the request: others may wait for it.
    const signal = AbortSignal.timeout(maxSpeakingMs);
    const access = providerAccess({ userId: viewer.id, taskId: null });
    spoken = speakSample({ voiceId, access, signal })
      .then((bytes) => audioStorage().put(key, bytes))
      .finally(() => speaking.delete(key));
    speaking.set(key, spoken);
  }
  await spoken;
  const put = await audioStorage().stat(key);
  if (!put) throw new NotFound("声が見つかりません");
  return { key, hash, ...put };
}
