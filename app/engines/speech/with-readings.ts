import { findReadings, type ReadingIndex } from "#app/engines/pronunciations/apply-readings.ts";
import type { SpeechEngine, SpokenTurn, WordAccent } from "./speech-engine.ts";

/**
 * The engine with the words of dictionaries handed over in katakana, and with their accents where it takes them. What is shown
 * stays as it is written.
 */
export function withReadings(engine: SpeechEngine, index: ReadingIndex): SpeechEngine {
  if (index.size === 0) return engine;
  const read = (turn: SpokenTurn): SpokenTurn => {
    const words: { reading: string; accent: number; at: number }[] = [];
    let text = "";
    for (const { text: written, entry } of findReadings(turn.text, index)) {
      if (entry?.accent != null) words.push({ ...entry, accent: entry.accent, at: text.length });
      text += entry?.reading ?? written;
    }
    if (!engine.takesAccents || words.length === 0) return { ...turn, text };
    const { length } = text;
    const accents = words.map(
      ({ reading, accent, at }): WordAccent => ({ reading, accent, place: at / length }),
    );
    return { ...turn, text, accents };
  };
  return { ...engine, speak: (turns, options) => engine.speak(turns.map(read), options) };
}
