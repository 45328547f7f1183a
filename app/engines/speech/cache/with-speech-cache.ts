import { createHash } from "node:crypto";
import { resolveVoices, type SpeechEngine } from "#app/engines/speech/speech-engine.ts";
import { speechKey, trimSpeech } from "#app/features/creation/speech-cache/speech-cache.server.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { logger } from "#app/logger.server.ts";
import { decodeRecording, encodeRecording } from "./recording-file.ts";

/** Raised when the rules by which texts become speech change: what was kept before is spoken anew. */
const version = 3;

/** An engine that stores what it speaks. */
export interface CachingEngine extends SpeechEngine {
  /** The ids of what was spoken or found, for `removeSpeech`. */
  readonly used: ReadonlySet<string>;
}

/**
 * The engine with a cache: a sentence that it has spoken to the same owner in the same voice and rate is not spoken again. Each
 * is stored as soon as it is spoken, before `onTurn` hears of it, so that a process that is killed leaves all that were
 * reported. What can't be stored or read is spoken. `ownerId` null: the official account.
 */
export function withSpeechCache(engine: SpeechEngine, ownerId: string | null): CachingEngine {
  const used = new Set<string>();
  return {
    ...engine,
    used,
    async speak(turns, options) {
      const voices = resolveVoices(engine, options.voices);
      const ids = turns.map(({ speaker, text, accents = [] }) =>
        idOf([
          version,
          engine.name,
          engine.sampleRate,
          voices[speaker].id,
          options.speakingRate,
          text,
          ...accents.flatMap(({ reading, accent, place }) => [reading, accent, place]),
        ]),
      );
      const recordings = new Map<string, Float32Array>();
      const missing = new Map<string, (typeof turns)[number]>();
      for (const [position, turn] of turns.entries()) {
        const id = ids[position] ?? "";
        if (recordings.has(id) || missing.has(id)) continue;
        const kept = await read(speechKey(ownerId, id));
        options.signal.throwIfAborted();
        if (kept) recordings.set(id, kept);
        else missing.set(id, turn);
        used.add(id);
      }
      const missingIds = [...missing.keys()];
      const report = () => options.onTurn?.(ids.filter((id) => recordings.has(id)).length, turns.length);
      if (recordings.size > 0) report();
      const storing: Promise<void>[] = [];
      const { onTurn: _, ...spokenWith } = options;
      try {
        if (missing.size > 0)
          await engine.speak([...missing.values()], {
            ...spokenWith,
            onSpoken(index, samples) {
              const id = missingIds[index] ?? "";
              const store = async () => {
                await write(speechKey(ownerId, id), samples);
                recordings.set(id, samples);
                report();
              };
              storing.push(store());
            },
          });
      } finally {
        await Promise.all(storing);
      }
      if (missing.size > 0) await trimSpeech(ownerId, used);
      const taken = new Set<string>();
      return ids.map((id) => {
        const samples = recordings.get(id) ?? new Float32Array(0);
        // The caller may transfer each buffer.
        if (taken.has(id)) return samples.slice();
        taken.add(id);
        return samples;
      });
    },
  };
}

function idOf(parts: readonly (string | number)[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 40);
}

async function read(key: string): Promise<Float32Array | null> {
  try {
    const file = await audioStorage().readBytes(key);
    return file && (await decodeRecording(file));
  } catch (error) {
    logger.warn({ err: error }, "kept speech was not read");
    return null;
  }
}

async function write(key: string, samples: Float32Array): Promise<void> {
  try {
    await audioStorage().put(key, await encodeRecording(samples));
  } catch (error) {
    logger.warn({ err: error }, "speech was not kept");
  }
}
