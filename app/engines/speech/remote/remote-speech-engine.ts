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

/** A service that speaks, reached over HTTP. */
export interface SpeechService {
  /** The key of budgets and of the circuit, and the engine's name. */
  readonly engine: string;
  /** The key of its price. */
  readonly model: string;
  /** Samples per second of what it is asked for, and of the engine: answers at another rate are resampled. */
  readonly sampleRate: number;
  /** By the service's own names; those of A and B by default first. */
  readonly voices: readonly SpeechVoice[];
  /** Whether it speaks the accents of words. */
  readonly takesAccents?: boolean;
  /** How it reads a text, without a sound and without a price. Throws `EngineError`. */
  readonly readText?: (request: Pick<SpeechRequest, "text" | "voice" | "signal">) => Promise<ReadPhrase[]>;
  /**
   * One text as a WAV file, of at most `maxSpeechBytes`. Throws `EngineError`.
   */
  speak(request: SpeechRequest): Promise<{ wav: Uint8Array; usage: TokenUsage }>;
}

interface SpeechRequest {
  text: string;
  accents: readonly WordAccent[];
  /** The service's own name of it. */
  voice: string;
  /** 0.5–2.0. */
  speakingRate: number;
  signal: AbortSignal;
}

/** The longest that a text may be spoken (s): half a second for each character, some of which are numbers, and a little more. */
function maxSpeechSeconds({ text, speakingRate }: Pick<SpeechRequest, "text" | "speakingRate">): number {
  return 5 + (0.5 * text.length) / Math.min(1, speakingRate);
}

/** The most that its file may have: two channels of 16 bits at 48 kHz. */
export function maxSpeechBytes(request: Pick<SpeechRequest, "text" | "speakingRate">): number {
  return Math.ceil(48_000 * 2 * 2 * maxSpeechSeconds(request));
}

/** The voices of a setting as members see them. */
export function speechVoices(list: readonly ServiceVoice[]): SpeechVoice[] {
  return list.map(({ id, name, style }) => ({ id, name: style ? `${name}（${style}）` : name }));
}

/**
 * A speech engine on a service, one request for each turn, within the budgets and behind the circuit of `callEngine`. What
 * the service has answered is checked: no sound file, silence or a sound that is much too long for its text fails.
 */
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
    // Not counted: it has no price, and what is wrong with the service shows when it speaks.
    readText:
      readText &&
      (({ text, voiceId, signal }) => readText({ text: speakableText(text), voice: voiceId, signal })),
    async speak(turns, { speakingRate, voices: chosen, signal, onTurn, onSpoken, access }) {
      if (!access) throw new TypeError(`${engine}: asked without access to its provider`);
      signal.throwIfAborted();
      const ofSpeaker = resolveVoices({ voices, defaultVoices }, chosen);
      const limit = pLimit(environment().ENGINE_CONCURRENCY);
      // When one request fails, the others are aborted; returns only when all have ended.
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
