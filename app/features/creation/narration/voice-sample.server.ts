import { createHash } from "node:crypto";
import { NotFound } from "#app/features/domain-error.ts";
import { asUnavailable } from "#app/features/providers/server/as-unavailable.server.ts";
import { providerAccess } from "#app/features/providers/server/provider-access.server.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { logger } from "#app/logger.server.ts";

/** Raise it to make all samples anew. */
const sampleVersion = 2;
/** Later an engine has failed. */
const maxSpeakingMs = 60_000;

export interface VoiceOptions {
  voices: { id: string; name: string; samplePath: string }[];
  defaultVoices: { A: string; B: string };
  /** Would speak what was chosen. */
  speaking: { A: string; B: string };
}

/** The voices and who would speak; null while the engine is missing. */
export async function findVoiceOptions(
  chosen: { A: string; B: string } | null = null,
): Promise<VoiceOptions | null> {
  try {
    // Loaded on demand: voices have programs and models.
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

/** The same bytes forever. */
function sampleHash(engine: string, voiceId: string): string {
  return createHash("sha256")
    .update(JSON.stringify([sampleVersion, engine, voiceId]))
    .digest("hex")
    .slice(0, 32);
}

function samplePath(engine: string, voiceId: string): string {
  return `/api/voices/${encodeURIComponent(voiceId)}/sample?v=${sampleHash(engine, voiceId)}`;
}

const speaking = new Map<string, Promise<void>>();

/** Speaks a voice's sample once and keeps it. Throws `NotFound` (unknown voice), `Unavailable` while the engine does not speak. */
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
    // Outlives the request: others may wait.
    const signal = AbortSignal.timeout(maxSpeakingMs);
    const access = providerAccess({ userId: viewer.id, taskId: null });
    spoken = speakSample({ voiceId, access, signal })
      .then((bytes) => audioStorage().put(key, bytes))
      .finally(() => speaking.delete(key));
    speaking.set(key, spoken);
  }
  await asUnavailable(spoken);
  const put = await audioStorage().stat(key);
  if (!put) throw new NotFound("声が見つかりません");
  return { key, hash, ...put };
}
