import { createHash } from "node:crypto";
import { decodeRecording, encodeRecording } from "./recording-file.ts";
import { type ParagraphPlace, resolveVoices, type SpeechEngine } from "./speech-engine.ts";

/** Raise it when speech rules change: cached speech is made anew. */
const version = 7;

/**
 * Versions and names of discontinued engines with the same voices: a line changed soon after an update keeps its neighbours'
 * sound.
 */
const formerEngines: Readonly<Record<string, { version: number; name: string }>> = {
  local: { version: 4, name: "open-jtalk" },
};

/** An owner's sentences. Never rejects: unreadable ones are spoken, unstorable ones spoken again. */
export interface SpeechStore {
  /** Null if missing. */
  read(id: string): Promise<Uint8Array | null>;
  write(id: string, file: Uint8Array): Promise<void>;
  /** The oldest beyond the limit, but none of `inUse`. */
  trim(inUse: ReadonlySet<string>): Promise<void>;
}

type SpokenTurn = Parameters<SpeechEngine["speak"]>[0][number];
type SpeakOptions = Parameters<SpeechEngine["speak"]>[1];

interface CachingEngine extends SpeechEngine {
  /** Ids spoken or found, for `removeSpeech`. */
  readonly used: ReadonlySet<string>;
}

/**
 * Does not repeat sentences of the same voice and rate. Stores each before `onTurn`, so a killed process keeps all that were
 * reported.
 */
export function withSpeechCache(engine: SpeechEngine, store: SpeechStore): CachingEngine {
  const used = new Set<string>();
  return {
    ...engine,
    used,
    async speak(turns, options) {
      const { ids, formerIds } = sentenceIds(engine, turns, options);
      const recordings = new Map<string, Float32Array>();
      const missing = new Map<string, SpokenTurn>();
      for (const [position, turn] of turns.entries()) {
        const id = ids[position] ?? "";
        if (recordings.has(id) || missing.has(id)) continue;
        const formerId = formerIds[position];
        const kept = await read(store, id);
        const keptBefore = !kept && formerId !== undefined ? await read(store, formerId) : null;
        options.signal.throwIfAborted();
        const found = kept ?? keptBefore;
        if (found) recordings.set(id, found);
        else missing.set(id, turn);
        used.add(keptBefore && formerId ? formerId : id);
      }
      const report = () => options.onTurn?.(ids.filter((id) => recordings.has(id)).length, turns.length);
      if (recordings.size > 0) report();
      if (missing.size > 0) {
        await speakEach(engine, missing, options, async (id, samples) => {
          await store.write(id, await encodeRecording(samples));
          recordings.set(id, samples);
          report();
        });
        await store.trim(used);
      }
      return withoutSharedBuffers(ids.map((id) => recordings.get(id) ?? new Float32Array(0)));
    },
  };
}

/** Of each turn's sound, and of the same by the engine before, if there was one. */
function sentenceIds(
  engine: SpeechEngine,
  turns: readonly SpokenTurn[],
  options: SpeakOptions,
): { ids: string[]; formerIds: string[] } {
  const voices = resolveVoices(engine, options.voices);
  const prosodyOf = (place: ParagraphPlace | undefined) =>
    engine.takesProsody
      ? [
          options.manner?.mood ?? "neutral",
          options.manner?.stressesFigures ? "figures" : "",
          place?.sentence ?? "",
          place?.isLast ? "last" : "",
        ]
      : [];
  const idsBy = (key: { version: number; name: string; hadProsody: boolean }) =>
    turns.map(({ speaker, text, accents = [], place }) =>
      idOf([
        key.version,
        key.name,
        engine.sampleRate,
        voices[speaker].id,
        options.speakingRate,
        text,
        ...(key.hadProsody ? prosodyOf(place) : []),
        ...accents.flatMap(({ reading, accent, place }) => [reading, accent, place]),
      ]),
    );
  const former = formerEngines[engine.name];
  return {
    ids: idsBy({ version, name: engine.name, hadProsody: true }),
    formerIds: former ? idsBy({ ...former, hadProsody: false }) : [],
  };
}

/** `keep` gets each sound as soon as it is spoken; all are kept when this ends, also where the engine fails. */
async function speakEach(
  engine: SpeechEngine,
  turns: ReadonlyMap<string, SpokenTurn>,
  { onTurn: _, ...options }: SpeakOptions,
  keep: (id: string, samples: Float32Array) => Promise<void>,
): Promise<void> {
  const ids = [...turns.keys()];
  const keeping: Promise<void>[] = [];
  try {
    await engine.speak([...turns.values()], {
      ...options,
      onSpoken: (index, samples) => void keeping.push(keep(ids[index] ?? "", samples)),
    });
  } finally {
    await Promise.all(keeping);
  }
}

/** The caller may transfer buffers. */
function withoutSharedBuffers(sounds: readonly Float32Array[]): Float32Array[] {
  const taken = new Set<Float32Array>();
  return sounds.map((samples) => {
    if (taken.has(samples)) return samples.slice();
    taken.add(samples);
    return samples;
  });
}

function idOf(parts: readonly (string | number)[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 40);
}

async function read(store: SpeechStore, id: string): Promise<Float32Array | null> {
  const file = await store.read(id);
  return file && decodeRecording(file);
}
