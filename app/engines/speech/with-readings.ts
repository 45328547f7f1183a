import {
  findReadings,
  type ReadingIndex,
  type ReadingSegment,
} from "#app/engines/pronunciations/apply-readings.ts";
import { toKatakana } from "#app/engines/pronunciations/katakana.ts";
import { splitPlaceReadings } from "#app/lib/place-readings.ts";
import type { SpeechEngine, SpokenTurn, WordAccent } from "./speech-engine.ts";

/** A line at places' own readings, which are in katakana then, else at dictionary words. */
function segmentsOf(line: string, index: ReadingIndex): ReadingSegment[] {
  return splitPlaceReadings(line).flatMap(({ text, reading }): ReadingSegment[] => {
    if (!reading) return findReadings(text, index);
    const { kana, accent } = reading;
    return [{ text, entry: { word: text, reading: toKatakana(kana) ?? kana, accent } }];
  });
}

/** The lines that sound otherwise by a member's own dictionary, as they are heard. */
export function linesByOwnReadings(lines: readonly string[], index: ReadingIndex): string[] {
  return lines
    .map((line) => segmentsOf(line, index))
    .filter((segments) => segments.some(({ entry }) => entry?.isOwn))
    .map((segments) => segments.map(({ text, entry }) => entry?.reading ?? text).join(""));
}

/** Hands over places' own readings, then dictionary words, in katakana, with accents if taken. Shown text stays. */
export function withReadings(engine: SpeechEngine, index: ReadingIndex): SpeechEngine {
  const read = (turn: SpokenTurn): SpokenTurn => {
    const words: { reading: string; accent: number; at: number }[] = [];
    let text = "";
    for (const { text: written, entry } of segmentsOf(turn.text, index)) {
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
