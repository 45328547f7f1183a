import { indexReadings, type ReadingIndex } from "./apply-readings.ts";
import { latinWords } from "./latin-words.ts";
import { misreadNames, namesUnknownToIpadic } from "./names.ts";

let latin: ReadonlyMap<string, string> | undefined;

/** The reading of a Latin word or phrase as it is written, else in lower case. */
export function findLatinWord(word: string): string | undefined {
  latin ??= new Map(entriesOf(latinWords).map(({ word, reading }) => [word, reading]));
  const plain = word.replace(/’/g, "'").replaceAll(" ", "_");
  return latin.get(plain) ?? latin.get(plain.toLowerCase());
}

let names: ReadingIndex | undefined;
let ipadicNames: ReadingIndex | undefined;

/** Names that every local engine needs in kana. */
export function nameReadings(): ReadingIndex {
  names ??= indexReadings(entriesOf(misreadNames));
  return names;
}

/** Further names, for the bundled analyser. */
export function ipadicNameReadings(): ReadingIndex {
  ipadicNames ??= indexReadings(entriesOf(namesUnknownToIpadic));
  return ipadicNames;
}

function entriesOf(list: string): { word: string; reading: string }[] {
  return list.split(";").map((entry) => {
    const [word = "", reading = ""] = entry.trim().split(" ");
    return { word, reading };
  });
}
