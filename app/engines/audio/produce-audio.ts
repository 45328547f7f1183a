import type { ProviderAccess } from "#app/engines/providers/provider-access.ts";
import { runThread } from "#app/engines/run-thread.ts";
import type { Speaker, Turn } from "#app/engines/script/script.ts";
import type { SpeakingManner, SpeechEngine, VoicePair } from "#app/engines/speech/speech-engine.ts";
import { id3Tag } from "#app/lib/id3-tag.ts";
import { withoutPlaceReadings } from "#app/lib/place-readings.ts";
import { provenanceFrames } from "./ai-provenance.ts";
import type { EncodeJob, EncodeMessage } from "./encode-thread.ts";
import type { Mix } from "./mix-speech.ts";
import type { MixJob } from "./mix-thread.ts";
import { codecDelaySamples, maxStandardSampleRate } from "./rendition-format.ts";
import { splitCue } from "./split-cue.ts";
import { pauseBetween, splitTurns, type Utterance } from "./split-turns.ts";

export interface ProducedAudio {
  durationMs: number;
  /** Standard, and high quality if the engine has more. */
  renditions: Rendition[];
  /** In order, with times in the encoded files. */
  cues: ProducedCue[];
}

interface ProducedCue {
  speaker: Speaker;
  text: string;
  startMs: number;
  endMs: number;
  turn: number;
  section?: string;
}

/** MP3, constant bit rate, mono or stereo. Its tag says that it is generated; nothing that may change is in it. */
interface Rendition {
  kbps: 64 | 128;
  sampleRate: number;
  bytes: Uint8Array;
}

const maxRateOfBreath = 1.5;

/**
 * Synthesises and encodes. `speakingRate`: 0.5–2.0. Mixing and encoding run in worker threads. Percentages are 0–100 per stage.
 *
 * Rejects with `signal.reason` after processes and threads have ended; throws `RangeError` (no turns, impossible rate) and the
 * engine's errors.
 */
export async function produceAudio(o: {
  turns: readonly Turn[];
  speakingRate: number;
  engine: SpeechEngine;
  voices?: VoicePair | undefined;
  manner?: SpeakingManner | undefined;
  access?: ProviderAccess;
  /** A slightly left, B right, in a faint room; default mono. */
  isStereo?: boolean | undefined;
  /** The voices' required credit, in the files' tags. */
  credit?: string | undefined;
  signal: AbortSignal;
  onProgress?: (p: { stage: "speech" | "encoding"; percent: number }) => void;
}): Promise<ProducedAudio> {
  if (o.turns.length === 0) throw new RangeError("there are no turns to speak");
  if (!(o.speakingRate >= 0.5 && o.speakingRate <= 2))
    throw new RangeError(`speakingRate ${o.speakingRate} is not within 0.5–2.0`);
  const utterances = splitTurns(o.turns);
  const spoken = await o.engine.speak(utterances, {
    speakingRate: o.speakingRate,
    voices: o.voices,
    manner: o.manner,
    signal: o.signal,
    access: o.access,
    onTurn: (done, total) => o.onProgress?.({ stage: "speech", percent: Math.round((100 * done) / total) }),
  });
  const mix = await mixInThread({ ...o, utterances, spoken });
  const encoded = await encodeAll({ ...o, jobs: encodeJobs(mix, o) });

  const tag = id3Tag(provenanceFrames(o));
  const durationMs = Math.max(...encoded.map((file) => file.durationMs));
  const delaySamples = codecDelaySamples * (mix.sampleRate > maxStandardSampleRate ? 2 : 1);
  const toMs = (sample: number) =>
    Math.min(durationMs, Math.round((1000 * (sample + delaySamples)) / mix.sampleRate));
  return {
    durationMs,
    renditions: encoded.map(({ kbps, sampleRate, bytes }) => ({
      kbps,
      sampleRate,
      bytes: Buffer.concat([tag, bytes]),
    })),
    cues: utterances.flatMap(({ speaker, text, turn, section }, i) => {
      const voice = mix.speech[i] ?? { start: 0, end: 0, pauses: [] };
      return splitCue(withoutPlaceReadings(text), voice, mix.sampleRate).map((piece, position) => ({
        speaker,
        text: piece.text,
        turn,
        startMs: toMs(piece.start),
        endMs: toMs(piece.end),
        ...(section === undefined || position > 0 ? {} : { section }),
      }));
    }),
  };
}

async function mixInThread(o: {
  utterances: readonly Utterance[];
  spoken: readonly Float32Array[];
  engine: SpeechEngine;
  speakingRate: number;
  signal: AbortSignal;
}): Promise<Mix> {
  const workerData: MixJob = {
    recordings: [...o.spoken],
    utterances: o.utterances.map((utterance, i) => {
      const next = o.utterances[i + 1];
      return {
        speaker: utterance.speaker,
        pauseAfter: next ? pauseBetween(utterance, next) / o.speakingRate : 0,
        hasBreath: i > 0 && utterance.section !== undefined && o.speakingRate <= maxRateOfBreath,
      };
    }),
    sampleRate: o.engine.sampleRate,
  };
  const transfer = o.spoken.flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : []));
  let mix: Mix | undefined;
  await runThread<Mix>({
    name: "mix-thread",
    base: import.meta.url,
    workerData,
    transfer,
    signal: o.signal,
    onMessage: (message) => {
      mix = message;
    },
  });
  if (!mix) throw new Error("the mixing thread ended without a result");
  return mix;
}

/**
 * What to encode. Above 24 kHz two files: standard at half the rate, and high quality. They share cues, and the codec delays high
 * quality by half the time, so that one begins with silence. Up to 24 kHz one file: more bits would sound the same.
 */
function encodeJobs(
  { pcm, sampleRate, turnovers }: Mix,
  { isStereo }: { isStereo?: boolean | undefined },
): EncodeJob[] {
  const sound = { pcm, sampleRate, turnovers: isStereo ? turnovers : undefined };
  if (sampleRate <= maxStandardSampleRate) return [{ ...sound, isHalved: false, kbps: 64, leadSamples: 0 }];
  return [
    { ...sound, isHalved: true, kbps: 64, leadSamples: 0 },
    { ...sound, isHalved: false, kbps: 128, leadSamples: codecDelaySamples },
  ];
}

/** In parallel threads; one failure aborts all. */
async function encodeAll(o: {
  jobs: readonly EncodeJob[];
  signal: AbortSignal;
  onProgress?: (p: { stage: "speech" | "encoding"; percent: number }) => void;
}): Promise<(Rendition & { durationMs: number })[]> {
  const failed = new AbortController();
  const signal = AbortSignal.any([o.signal, failed.signal]);
  const percents = o.jobs.map(() => 0);
  const encode = async (workerData: EncodeJob, index: number) => {
    let file: { bytes: Uint8Array; durationMs: number } | undefined;
    await runThread<EncodeMessage>({
      name: "encode-thread",
      base: import.meta.url,
      workerData,
      signal,
      onMessage: (message) => {
        if ("bytes" in message) {
          file = message;
          return;
        }
        percents[index] = message.percent;
        const percent = Math.round(percents.reduce((sum, part) => sum + part, 0) / percents.length);
        o.onProgress?.({ stage: "encoding", percent });
      },
    });
    if (!file) throw new Error("the encoding thread ended without a file");
    const { kbps, isHalved, sampleRate } = workerData;
    return { kbps, sampleRate: isHalved ? sampleRate / 2 : sampleRate, ...file };
  };
  const ended = await Promise.allSettled(
    o.jobs.map((job, index) =>
      encode(job, index).catch((error: unknown) => {
        failed.abort(error);
        throw error;
      }),
    ),
  );
  o.signal.throwIfAborted();
  return ended.map((result) => {
    if (result.status === "rejected") throw failed.signal.reason;
    return result.value;
  });
}
