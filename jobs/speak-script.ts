import { createHash } from "node:crypto";
import { environment } from "#app/config/environment.ts";
import { crashPoint } from "#app/crash-point.server.ts";
import { withAiNote } from "#app/engines/audio/ai-provenance.ts";
import { produceAudio } from "#app/engines/audio/produce-audio.ts";

import { spokenBy } from "#app/engines/made-with.ts";

import { parseScript } from "#app/engines/script/script.ts";
import { creditOf, type SpeakingManner, type VoicePair } from "#app/engines/speech/speech-engine.ts";
import { linesByOwnReadings, withReadings } from "#app/engines/speech/with-readings.ts";
import { withSpeechCache } from "#app/engines/speech/with-speech-cache.ts";
import { speechStore } from "#app/features/creation/server/speech-cache.server.ts";
import { findLexicon } from "#app/features/pronunciations/server/list-pronunciations.server.ts";
import type { ProviderCaller } from "#app/features/providers/providers.ts";
import { providerAccess } from "#app/features/providers/server/provider-access.server.ts";
import { audioKey, audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { PermanentFailure } from "#app/features/tasks/run-task.server.ts";
import { soundSha256 } from "#app/lib/sound-hash.ts";
import { withEngineTime } from "#app/metrics.server.ts";
import type { StoredPreview } from "#db/schema/index.ts";

/** Speech is this share of the whole progress, encoding the next; storing the files is the rest. */
const progressShares = { speech: 0.85, encoding: 0.13 };

/**
 * Speaks the AI notice if it is configured, then a script in two voices, and stores the files; a second run writes the same
 * ones. Rejects with the reason of `signal`, throws `PermanentFailure` for an empty script.
 */
export async function speakScript(options: {
  taskId: string;
  script: string;
  /** Of files that take the place of earlier ones (`audioKey`). */
  version?: number | undefined;
  speakingRate: number;
  /** Ids of the engine's voices; its own choice without them. */
  voices?: VoicePair | null | undefined;
  manner?: SpeakingManner | undefined;
  /** For whom a service speaks, and whose dictionary is used. */
  caller: ProviderCaller;
  signal: AbortSignal;
  /** Called with the percentage (0–98) of what is counted: sentences that are spoken, chunks that are encoded. */
  onProgress: (percent: number) => void;
}): Promise<StoredPreview> {
  const { taskId, script, version, speakingRate, voices, manner, caller, signal, onProgress } = options;
  const turns = parseScript(script);
  if (turns.length === 0) throw new PermanentFailure("台本が空のため音声を生成できませんでした。");
  // Loaded on demand: voices have programs, models and tables of readings.
  const { speechEngine } = await import("#app/engines/speech/choose-speech-engine.ts");
  const engine = await speechEngine();
  const cached = withSpeechCache(engine, speechStore(caller.userId));
  const speakers = turns.map(({ speaker }) => speaker);
  const credit = creditOf(engine, { voices, speakers });
  const lexicon = await findLexicon(caller.userId);
  const hasNotice = environment().AI_NOTE === "spoken";
  const audio = await withEngineTime({ engine: engine.name, purpose: "speech" }, () =>
    produceAudio({
      turns: hasNotice ? withAiNote(turns) : turns,
      speakingRate,
      voices: voices ?? undefined,
      manner,
      access: providerAccess(caller),
      isStereo: environment().SOUND_STAGE === "stereo",
      credit,
      engine: withReadings(cached, lexicon),
      signal,
      onProgress: ({ stage: part, percent }) => {
        crashPoint(part === "speech" ? "speech-running" : "encoding");
        const before = part === "speech" ? 0 : 100 * progressShares.speech;
        onProgress(before + percent * progressShares[part]);
      },
    }),
  );
  signal.throwIfAborted();
  const files = [];
  for (const { kbps, sampleRate, bytes } of audio.renditions) {
    const storageKey = audioKey(taskId, kbps, version);
    await audioStorage().put(storageKey, bytes);
    files.push({
      kbps,
      sampleRate,
      storageKey,
      bytes: bytes.byteLength,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      soundSha256: soundSha256(bytes) ?? undefined,
    });
  }
  crashPoint("files-stored");
  const heardLines = linesByOwnReadings(
    turns.map(({ text }) => text),
    lexicon,
  );
  return {
    durationMs: audio.durationMs,
    // Edits, clips and found lines name a turn by its place in the script: the notice gets the number after the last.
    cues: hasNotice
      ? audio.cues.map((cue) => ({ ...cue, turn: (cue.turn + turns.length) % (turns.length + 1) }))
      : audio.cues,
    files,
    speech: [...cached.used],
    spokenBy: spokenBy(engine, { voices, speakers }),
    ...(credit ? { credit } : {}),
    ...(manner ? { manner } : {}),
    ...(heardLines.length > 0 ? { heardLines } : {}),
  };
}
