import type { Turn } from "#app/features/creation/script-turns.ts";

/** A voice synthesiser for two speakers (decisions: "Creation", two different voices speak a script). */
export interface SpeechEngine {
  /** What logs and the bench call it. */
  readonly name: string;
  /** Samples per second of everything it speaks. */
  readonly sampleRate: number;
  /**
   * Speaks each turn in its speaker's voice: one mono buffer of −1…1 samples per turn, in the order of the turns,
   * each in an `ArrayBuffer` of its own so that the caller may transfer it. `speakingRate` is 0.5–2.0 and keeps the pitch.
   *
   * Text that can't be spoken gives a short silence, never an error; an engine that does not work throws.
   * Rejects with `signal.reason` after everything that it started has ended and its temporary files are gone.
   */
  speak(
    turns: readonly Turn[],
    o: {
      speakingRate: number;
      signal: AbortSignal;
      /** After each finished turn, in whatever order they finish. */
      onTurn?: (spoken: number, total: number) => void;
    },
  ): Promise<Float32Array[]>;
}

/** Seconds of silence in the place of a turn that can't be spoken. */
export const UNSPEAKABLE_SECONDS = 0.3;
