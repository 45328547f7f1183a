import { findReadings, indexReadings, type ReadingIndex, type WordReading } from "./apply-readings.ts";
import { latinWords } from "./lexicon/latin-words.ts";
import { lexiconCompounds } from "./lexicon/lexicon-compounds.ts";
import { lexiconEveryday } from "./lexicon/lexicon-everyday.ts";
import { lexiconNames } from "./lexicon/lexicon-names.ts";
import { lexiconNouns } from "./lexicon/lexicon-nouns.ts";
import { lexiconWords } from "./lexicon/lexicon-words.ts";
import { misreadNames } from "./lexicon/misread-names.ts";
import { people } from "./lexicon/people.ts";
import { stationNames } from "./lexicon/station-names.ts";

let latin: ReadonlyMap<string, string> | undefined;

/** Looks a word up as written, then in lower case. */
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

interface Lexicon {
  long: ReadingIndex;
  short: ReadingIndex;
  compounds: ReadingIndex;
  nouns: ReadingIndex;
}
let lexicon: Lexicon | undefined;

/**
 * Readings of words that the engine's dictionary lacks. Long ones come before the rules, which must not see 無人 in 傍若無人. Short
 * ones come after them, where no rule has read the word. Compounds stand only between word ends; nouns are compounds that no
 * okurigana may follow.
 */
export function lexiconReadings(): Lexicon {
  if (lexicon) return lexicon;
  const { long, short } = indexTables([lexiconWords, lexiconEveryday, lexiconNames, people, stationNames]);
  lexicon = {
    long,
    short,
    compounds: indexTables([lexiconCompounds], 0).long,
    nouns: indexTables([lexiconNouns], 0).long,
  };
  return lexicon;
}

export const lexiconOptions = {
  short: { isCareful: true },
  compounds: { isCareful: true, isWhole: true },
  nouns: { isCareful: true, isWhole: true, isNoun: true },
} as const;

/** Words with a known accent in a text; place 0 is its beginning, 1 its end. */
export function lexiconAccents(text: string): { reading: string; accent: number; place: number }[] {
  const { compounds, nouns } = lexiconReadings();
  return [
    findReadings(text, compounds, lexiconOptions.compounds),
    findReadings(text, nouns, lexiconOptions.nouns),
  ].flatMap((segments) => {
    let at = 0;
    return segments.flatMap(({ text: written, entry }) => {
      const place = at / text.length;
      at += written.length;
      return entry?.accent == null ? [] : [{ reading: entry.reading, accent: entry.accent, place }];
    });
  });
}

/** Needs no folding, unlike `indexReadings`, which would block longer. */
function indexTables(
  tables: readonly string[],
  shortLength = 2,
): { long: ReadingIndex; short: ReadingIndex } {
  const long = new Map<string, WordReading[]>();
  const short = new Map<string, WordReading[]>();
  for (const entry of tables.flatMap((table) => table.split(";"))) {
    const start = entry.startsWith("\n") ? 1 : 0;
    const space = entry.indexOf(" ");
    const index = space - start > shortLength ? long : short;
    const first = entry.charAt(start);
    // A digit is the accent.
    const digits = /\d{1,2}$/.exec(entry)?.[0] ?? "";
    const word: WordReading = {
      word: entry.slice(start, space),
      reading: entry.slice(space + 1, entry.length - digits.length),
      accent: digits === "" ? null : Number(digits),
    };
    const others = index.get(first);
    if (others) others.push(word);
    else index.set(first, [word]);
  }
  for (const words of long.values()) words.sort((a, b) => b.word.length - a.word.length);
  return { long, short };
}

export function entriesOf(list: string): { word: string; reading: string }[] {
  return list.split(";").map((entry) => {
    const [word = "", reading = ""] = entry.trim().split(" ");
    return { word, reading };
  });
}
