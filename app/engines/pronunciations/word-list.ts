import { indexReadings, type ReadingIndex, type WordReading } from "./apply-readings.ts";
import { latinWords } from "./lexicon/latin-words.ts";
import { lexiconNames } from "./lexicon/lexicon-names.ts";
import { lexiconWords } from "./lexicon/lexicon-words.ts";
import { misreadNames } from "./lexicon/misread-names.ts";

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

let lexicon: { long: ReadingIndex; short: ReadingIndex } | undefined;

/**
 * Words and names that the dictionary of the local engine lacks: long ones, which rules for a word in them must not see (無人 in
 * 傍若無人), and short ones for what no rule has read.
 */
export function lexiconReadings(): { long: ReadingIndex; short: ReadingIndex } {
  lexicon ??= indexTables([lexiconWords, lexiconNames]);
  return lexicon;
}

/** Indexes of the long and the short words of tables that need no folding: `indexReadings` would stop the event loop for longer. */
function indexTables(tables: readonly string[]): { long: ReadingIndex; short: ReadingIndex } {
  const long = new Map<string, WordReading[]>();
  const short = new Map<string, WordReading[]>();
  for (const entry of tables.flatMap((table) => table.split(";"))) {
    const start = entry.startsWith("\n") ? 1 : 0;
    const space = entry.indexOf(" ");
    const index = space - start > 2 ? long : short;
    const first = entry.charAt(start);
    const word = { word: entry.slice(start, space), reading: entry.slice(space + 1) };
    const others = index.get(first);
    if (others) others.push(word);
    else index.set(first, [word]);
  }
  for (const words of long.values()) words.sort((a, b) => b.word.length - a.word.length);
  return { long, short };
}

/** The entries of a table: word and reading, `;` between them. */
export function entriesOf(list: string): { word: string; reading: string }[] {
  return list.split(";").map((entry) => {
    const [word = "", reading = ""] = entry.trim().split(" ");
    return { word, reading };
  });
}
