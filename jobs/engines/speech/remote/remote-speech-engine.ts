import pLimit from "p-limit";
import type { ServiceVoice } from "#app/config/engine-settings.ts";
import { environment } from "#app/config/environment.ts";
import type { TokenUsage } from "#app/features/engines/server/engine-usage.server.ts";
import { callEngine } from "../../remote/call-engine.ts";
import { EngineError } from "../../remote/engine-error.ts";
import { pcmToFloat, readWav } from "../read-wav.ts";
import { speakableText } from "../speakable-text.ts";
import {
  resolveVoices,
  type SpeechEngine,
  type SpeechVoice,
  unspeakableSilenceSeconds,
  type WordAccent,
} from "../speech-engine.ts";

/** A service that speaks, reached over HTTP. */
export interface SpeechService {
  /** The key of budgets and of the circuit, and the engine's name. */
  readonly engine: string;
  /** The key of its price. */
  readonly model: string;
  /** Samples per second of its answers. */
  readonly sampleRate: number;
  /** By the service's own names; those of A and B by default first. */
  readonly voices: readonly SpeechVoice[];
  /** Whether it speaks the accents of words. */
  readonly takesAccents?: boolean;
  /**
   * One text as a WAV file of one channel and 16 bits. Throws `EngineError`.
   */
  speak(request: SpeechRequest): Promise<{ wav: Uint8Array; usage: TokenUsage }>;
}

export interface SpeechRequest {
  text: string;
  accents: readonly WordAccent[];
  /** The service's own name of it. */
  voice: string;
  /** 0.5–2.0. */
  speakingRate: number;
  signal: AbortSignal;
}

/** The voices of a setting as members see them. */
export function speechVoices(list: readonly ServiceVoice[]): SpeechVoice[] {
  return list.map(({ id, name, style }) => ({ id, name: style ? `${name}（${style}）` : name }));
}

/**
 * A speech engine on a service, one request for each turn, within the budgets and behind the circuit of `callEngine`. What
 * the service has answered is checked: another sample rate, silence or no WAV file fails.
 */
export function createRemoteSpeechEngine(
  service: SpeechService,
  o: { delaysMs?: readonly number[] } = {},
): SpeechEngine {
  const { engine, model, sampleRate, voices, takesAccents } = service;
  const [A, B] = voices;
  if (!A || !B) throw new RangeError(`${engine}: two voices are needed`);
  const defaultVoices = { A: A.id, B: B.id };
  return {
    name: engine,
    voices,
    defaultVoices,
    sampleRate,
    takesAccents,
    async speak(
      turns,
      { speakingRate, voices: chosen, signal, onTurn, onSpoken, caller = { userId: null, taskId: null } },
    ) {
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
                { engine, model, purpose: "speech", caller, characters: speakable.length, signal: all, ...o },
                async (attempt) => {
                  const { wav, usage } = await service.speak({
                    text: speakable,
                    accents,
                    voice: ofSpeaker[speaker].id,
                    speakingRate,
                    signal: attempt,
                  });
                  return { value: samplesOf(wav, service, usage), usage };
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

/** Throws `EngineError` (`unusable`) for anything but speech at the promised sample rate. */
function samplesOf(wav: Uint8Array, { engine, sampleRate }: SpeechService, usage: TokenUsage): Float32Array {
  const file = readWav(wav);
  if (!file)
    throw new EngineError("unusable", `${engine}: no WAV file of one channel and 16 bits`, { usage });
  if (file.sampleRate !== sampleRate)
    throw new EngineError("unusable", `${engine} spoke at ${file.sampleRate} Hz`, { usage });
  const samples = new Float32Array(Math.floor(file.pcm.byteLength / 2));
  pcmToFloat({ pcm: file.pcm, target: samples, offset: 0 });
  if (!samples.some((sample) => Math.abs(sample) > 0.001))
    throw new EngineError("unusable", `${engine}: silence`, { usage });
  return samples;
}
