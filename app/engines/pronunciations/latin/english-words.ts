import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { kanaOfPhonemes } from "./english-kana.ts";

/** As text: a module's 135,000 properties would block for a fifth of a second and take 30 MB. */
let list: string | undefined;
const found = new Map<string, string | null>();
const maxRemembered = 5_000;

/**
 * Katakana of an English word (lower case, apostrophes) by the CMU Pronouncing Dictionary and the letters of weak vowels (lemon
 * is レモン); null if unknown.
 */
export function readEnglishWord(word: string): string | null {
  const remembered = found.get(word);
  if (remembered !== undefined) return remembered;
  const phonemes = findPhonemes(word);
  const kana = phonemes === null ? readCompound(word) : kanaOfPhonemes(word, phonemes);
  if (found.size >= maxRemembered) found.clear();
  found.set(word, kana);
  return kana;
}

/** Shorter parts are in everything. */
const minPart = 4;

/** An unknown word as two known ones (smartwatch, playlist), the first as long as possible. */
function readCompound(word: string): string | null {
  for (let at = word.length - minPart; at >= minPart; at--) {
    const [first, last] = [findPhonemes(word.slice(0, at)), findPhonemes(word.slice(at))];
    if (first && last) return kanaOfPhonemes(word.slice(0, at), first) + kanaOfPhonemes(word.slice(at), last);
  }
  return null;
}

/** Lines `  "word": "W ER1 D",`, sorted; further pronunciations have a number in brackets. */
const entry = /^ {2}"(.*?)(?:\(\d+\))?": "([^"]*)"/;

function findPhonemes(word: string): readonly string[] | null {
  list ??= readFileSync(fileURLToPath(import.meta.resolve("cmu-pronouncing-dictionary")), "latin1");
  let from = list.indexOf('\n  "') + 1;
  let to = list.lastIndexOf('\n  "') + 1;
  while (from <= to) {
    const start = list.lastIndexOf("\n", Math.floor((from + to) / 2)) + 1;
    const end = list.indexOf("\n", start);
    const [, key = "", phonemes = ""] = entry.exec(list.slice(start, end)) ?? [];
    if (key === word && /^ {2}"[^"(]*"/.test(list.slice(start, end))) return phonemes.split(" ");
    // The first pronunciation stands before it.
    if (key === word) to = start - 2;
    else if (key < word) from = end + 1;
    else to = start - 2;
  }
  return null;
}
