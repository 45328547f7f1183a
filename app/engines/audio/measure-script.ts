import type { Turn } from "#app/engines/script/script.ts";
import { measureSpoken, type ScriptMeasure } from "#app/engines/speech/voice-pace.ts";
import { withoutPlaceReadings } from "#app/lib/place-readings.ts";
import { pauseBetween, splitTurns } from "./split-turns.ts";

/** What is spoken, for `promisedSeconds`. */
export function measureScript(turns: readonly Turn[]): ScriptMeasure {
  const measure = { A: { morae: 0, commas: 0 }, B: { morae: 0, commas: 0 }, pauseSeconds: 0 };
  const utterances = splitTurns(turns);
  for (const [index, utterance] of utterances.entries()) {
    const { morae, commas } = measureSpoken(withoutPlaceReadings(utterance.text));
    measure[utterance.speaker].morae += morae;
    measure[utterance.speaker].commas += commas;
    const next = utterances[index + 1];
    if (next) measure.pauseSeconds += pauseBetween(utterance, next);
  }
  return measure;
}
