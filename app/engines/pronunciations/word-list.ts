import { indexReadings, type ReadingIndex } from "./apply-readings.ts";
import { latinWords } from "./latin-words.ts";
import { misreadNames } from "./names.ts";

let latin: ReadonlyMap<string, string> | undefined;

/** The reading of a Latin word or phrase as it is written, else in lower case. */
export function findLatinWord(word: string): string | undefined {
  latin ??= new Map(entriesOf(latinWords).map(({ word, reading }) => [word, reading]));
  const plain = word.replace(/’/g, "'").replaceAll(" ", "_");
  return latin.get(plain) ?? latin.get(plain.toLowerCase());
}

let names: ReadingIndex | undefined;

/** Names that the local engine and VOICEVOX need in kana. */
export function nameReadings(): ReadingIndex {
  names ??= indexReadings(entriesOf(misreadNames));
  return names;
}

function entriesOf(list: string): { word: string; reading: string }[] {
  return list.split(";").map((entry) => {
    const [word = "", reading = ""] = entry.trim().split(" ");
    return { word, reading };
  });
}
