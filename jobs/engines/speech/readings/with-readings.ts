import { applyReadings, type ReadingIndex } from "#app/features/readings/apply-readings.ts";
import type { SpeechEngine } from "../speech-engine.ts";

/** The engine with the words of dictionaries handed over in katakana. What is shown stays as it is written. */
export function withReadings(engine: SpeechEngine, index: ReadingIndex): SpeechEngine {
  if (index.size === 0) return engine;
  return {
    ...engine,
    speak: (turns, options) =>
      engine.speak(
        turns.map((turn) => ({ ...turn, text: applyReadings(turn.text, index) })),
        options,
      ),
  };
}
