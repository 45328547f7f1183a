import type { EngineCaller } from "#app/features/engines/engines.ts";
import type { Turn } from "#app/features/tracks/script.ts";

/** A speech synthesiser with a different voice for each of the two speakers. */
export interface SpeechEngine {
  /** Its name in logs and benchmarks. */
  readonly name: string;
  /** Whom the terms of its voices ask to name with what they speak. */
  readonly credit?: string | undefined;
  /** Samples per second of its output. */
  readonly sampleRate: number;
  /**
   * Speaks each turn in its speaker's voice: one mono buffer of −1…1 samples per turn, in the order of the turns, each
   * in an `ArrayBuffer` of its own that the caller may transfer. `speakingRate` is 0.5–2.0 and keeps the pitch.
   *
   * Text that can't be spoken gives a short silence; an engine that does not work throws. When aborted, rejects with
   * `signal.reason` after its processes and threads have ended and its temporary files are removed.
   */
  speak(
    turns: readonly Turn[],
    o: {
      speakingRate: number;
      signal: AbortSignal;
      /** For whom a service works; without one, for the official account. */
      caller?: EngineCaller | undefined;
      /** Called after each finished turn; turns finish in any order. */
      onTurn?: (spoken: number, total: number) => void;
    },
  ): Promise<Float32Array[]>;
}

/** Seconds of silence for a turn that can't be spoken. */
export const unspeakableSilenceSeconds = 0.3;
