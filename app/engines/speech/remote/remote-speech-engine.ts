import pLimit from "p-limit";
import type { ServiceVoice } from "#app/config/engine-settings.ts";
import { environment } from "#app/config/environment.ts";
import { speakableText } from "#app/engines/pronunciations/speakable-text.ts";
import { callEngine } from "#app/engines/providers/call-engine.ts";
import { EngineError } from "#app/engines/providers/engine-error.ts";
import type { TokenUsage } from "#app/engines/providers/provider-access.ts";
import {
  type ReadPhrase,
  resolveVoices,
  type SpeechEngine,
  type SpeechVoice,
  unspeakableSilenceSeconds,
  type WordAccent,
} from "#app/engines/speech/speech-engine.ts";
import { readSound } from "./answered-sound.ts";

export interface SpeechService {
  /** The engine's name; key of budgets and circuit. */
  readonly engine: string;
  readonly model: string;
  /** Requested; other rates are resampled. */
  readonly sampleRate: number;
  /** By the service's names; defaults of A and B first. */
  readonly voices: readonly SpeechVoice[];
  readonly takesAccents?: boolean;
  /** Without sound or price. Throws `EngineError`. */
  readonly readText?: (request: Pick<SpeechRequest, "text" | "voice" | "signal">) => Promise<ReadPhrase[]>;
  /** WAV, at most `maxSpeechBytes`. Throws `EngineError`. */
  speak(request: SpeechRequest): Promise<{ wav: Uint8Array; usage: TokenUsage }>;
}

interface SpeechRequest {
  text: string;
  accents: readonly WordAccent[];
  voice: string;
  speakingRate: number;
  signal: AbortSignal;
}

/** Half a second per character (numbers are long), and a little more. */
function maxSpeechSeconds({ text, speakingRate }: Pick<SpeechRequest, "text" | "speakingRate">): number {
  return 5 + (0.5 * text.length) / Math.min(1, speakingRate);
}

/** Two channels of 16 bits at 48 kHz. */
export function maxSpeechBytes(request: Pick<SpeechRequest, "text" | "speakingRate">): number {
  return Math.ceil(48_000 * 2 * 2 * maxSpeechSeconds(request));
}

/** The configured voices as members see them. */
export function speechVoices(list: readonly ServiceVoice[]): SpeechVoice[] {
  return list.map(({ id, name, style }) => ({ id, name: style ? `${name}（${style}）` : name }));
}

/** A request per turn, with `callEngine`'s budgets and circuit. Fails for no sound file, silence, or far too long sound. */
export function createRemoteSpeechEngine(
  service: SpeechService,
  o: { delaysMs?: readonly number[] } = {},
): SpeechEngine {
  const { engine, model, sampleRate, voices, takesAccents, readText } = service;
  const [A, B] = voices;
  if (!A || !B) throw new RangeError(`${engine}: two voices are needed`);
  const defaultVoices = { A: A.id, B: B.id };
  return {
    name: engine,
    voices,
    defaultVoices,
    sampleRate,
    takesAccents,
    // Uncounted: no price, and speaking reveals faults.
    readText:
      readText &&
      (({ text, voiceId, signal }) => readText({ text: speakableText(text), voice: voiceId, signal })),
    async speak(turns, { speakingRate, voices: chosen, signal, onTurn, onSpoken, access }) {
      if (!access) throw new TypeError(`${engine}: asked without access to its provider`);
      signal.throwIfAborted();
      const ofSpeaker = resolveVoices({ voices, defaultVoices }, chosen);
      const limit = pLimit(environment().ENGINE_CONCURRENCY);
      // One failure aborts all; returns once all have ended.
      const failed = new AbortController();
      const all = AbortSignal.any([signal, failed.signal]);
      let done = 0;
      const speakTurn = async (
        { speaker, text, accents = [] }: (typeof turns)[number],
        index: number,
      ): Promise<Float32Array> => {
        all.throwIfAborted();
        const speakable = speakableText(text);
        const samples =
          speakable === ""
            ? new Float32Array(Math.round(unspeakableSilenceSeconds * sampleRate))
            : await callEngine(
                { engine, model, purpose: "speech", access, characters: speakable.length, signal: all, ...o },
                async (attempt) => {
                  const { wav, usage } = await service.speak({
                    text: speakable,
                    accents,
                    voice: ofSpeaker[speaker].id,
                    speakingRate,
                    signal: attempt,
                  });
                  const maxSeconds = maxSpeechSeconds({ text: speakable, speakingRate });
                  const samples = await readSound(wav, { sampleRate, maxSeconds }).catch((error: unknown) => {
                    if (error instanceof RangeError)
                      throw new EngineError("unusable", `${engine}: ${error.message}`, { usage });
                    throw error;
                  });
                  attempt.throwIfAborted();
                  return { value: samples, usage };
                },
              );
        onSpoken?.(index, samples);
        onTurn?.(++done, turns.length);
        return samples;
      };
      const ended = await Promise.allSettled(
        turns.map((turn, index) =>
          limit(() => speakTurn(turn, index)).catch((error: unknown) => {
            failed.abort(error);
            throw error;
          }),
        ),
      );
      signal.throwIfAborted();
      return ended.map((result) => {
        if (result.status === "rejected") throw failed.signal.reason;
        return result.value;
      });
    },
  };
}
