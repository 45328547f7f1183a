import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { initSync, WasmPhonemizer } from "piper-plus/wasm/multilingual";
import { type Mora, moraOfPhonemes } from "./morae.ts";

/** What is written where a pause is heard; `breath` is a place in a long phrase that has no mark. */
export type PauseMark =
  | "breath"
  | "comma"
  | "long"
  | "parenthesis"
  | "question"
  | "quotation"
  | "sentence"
  | "space";

/** What is said with one accent (アクセント句): a word with the particles after it, mostly. */
export interface AccentPhrase {
  moras: readonly Mora[];
  /** The mora, from 1, after which the pitch falls; the last one for a flat phrase. */
  accent: number;
  isQuestion: boolean;
  hasPauseAfter: boolean;
  /** What is written after it (`readMarked`). */
  pause?: PauseMark | undefined;
  /** Whether it stands in parentheses. */
  isAside?: true;
}

/**
 * Sounds that the package writes with several letters, in the order of the private-use characters (from U+E000) that it gives
 * instead. N comes as four of them, by what follows.
 */
const combinedSounds =
  "a: i: u: e: o: cl ky kw gy gw ty dy py by ch ts sh zy hy ny my ry ?! ?. ?~ N N N N".split(" ");
const firstCombined = 200;
const endsMora = /^(?:[aiueoAIUEO]|N|cl)$/;
/** Begin, end and marks of the accent, which the numbers say as well. */
const isMark = /^(?:[\^$#[\]]|\?.?)$/;
/** What a text without a single mora is said to be; it throws for an empty one. */
const isEmptyText = /^\s*$/;

/** Reads speakable text (`speakableText`) into accent phrases; nothing for a text without a sound. Never throws. */
export type ReadPhrases = (text: string) => AccentPhrase[];

/**
 * Loads the front end: jpreprocess with the dictionary NAIST-JDIC, in WebAssembly (60 MB, 0.15 s). For a worker thread: it works
 * synchronously, 2,000 characters take some 30 ms.
 */
export async function loadFrontEnd(): Promise<ReadPhrases> {
  const { names, ids } = nameSounds();
  await loadPackage();
  const config = {
    phoneme_id_map: ids,
    language_id_map: { ja: 0 },
    num_languages: 1,
    phoneme_type: "multilingual",
    audio: { sample_rate: 48_000 },
    num_symbols: 400,
    num_speakers: 1,
  };
  const phonemizer = quietly(() => new WasmPhonemizer(JSON.stringify(config)));
  const read = (text: string): AccentPhrase[] => {
    if (isEmptyText.test(text)) return [];
    const result = quietly(() => phonemizer.phonemize(text, "ja"));
    const sounds = Array.from(result.phonemeIds, (id) => names[id] ?? "");
    const phrases = phrasesOf(sounds, result.prosodyFeatures);
    result.free();
    return phrases;
  };
  return (text) => {
    // It tells a question at the end of a text alone.
    const parts = text.split(/(?<=？)/).map(read);
    return parts.flatMap((phrases, index) => {
      const isLast = parts.slice(index + 1).every(({ length }) => length === 0);
      return phrases.map((phrase, place) =>
        isLast || place < phrases.length - 1 ? phrase : { ...phrase, hasPauseAfter: true },
      );
    });
  };
}

/** Apart from what speaks later, so that the file's 60 MB are not kept. */
async function loadPackage(): Promise<void> {
  const file = new URL("piper_plus_wasm_bg.wasm", import.meta.resolve("piper-plus/wasm/multilingual"));
  const module = await WebAssembly.compile(await readFile(fileURLToPath(file)));
  quietly(() => initSync({ module }));
}

/** A number for each sound, as the package wants it, and the other way around. */
function nameSounds(): { names: readonly string[]; ids: Record<string, number[]> } {
  const names: string[] = [];
  const ids: Record<string, number[]> = {};
  for (let code = 33; code < 127; code++) {
    const letter = String.fromCharCode(code);
    names[code] = letter;
    ids[letter] = [code];
  }
  for (const [place, name] of combinedSounds.entries()) {
    names[firstCombined + place] = name;
    ids[String.fromCharCode(0xe000 + place)] = [firstCombined + place];
  }
  return { names, ids };
}

/** The package greets on the console and warns there of texts, which are members'. */
function quietly<Result>(run: () => Result): Result {
  const { debug, error, info, log, warn } = console;
  const silence = () => {};
  Object.assign(console, { debug: silence, error: silence, info: silence, log: silence, warn: silence });
  try {
    return run();
  } finally {
    Object.assign(console, { debug, error, info, log, warn });
  }
}

/**
 * Sounds stand at even places, padding (`_`) between them; `_` at an even place is a pause. Of the three numbers for each sound the
 * first is the distance of its mora from the accent, the second its place in the phrase, from 1.
 */
function phrasesOf(names: readonly string[], numbers: Int32Array): AccentPhrase[] {
  const phrases: (Omit<AccentPhrase, "moras"> & { moras: Mora[] })[] = [];
  let phonemes: string[] = [];
  for (let at = 0; at < names.length; at += 2) {
    const name = names[at] ?? "";
    const last = phrases.at(-1);
    if (name === "_") {
      if (last) last.hasPauseAfter = true;
    } else if (name.startsWith("?")) {
      if (last) last.isQuestion = true;
    } else if (name !== "" && !isMark.test(name)) {
      phonemes.push(name);
      if (!endsMora.test(name)) continue;
      const mora = moraOfPhonemes(phonemes);
      phonemes = [];
      const fromAccent = numbers[3 * at] ?? 0;
      const place = numbers[3 * at + 1] ?? 1;
      if (place === 1 || !last)
        phrases.push({
          moras: [mora],
          accent: place - fromAccent,
          isQuestion: false,
          hasPauseAfter: false,
        });
      else last.moras.push(mora);
    }
  }
  const last = phrases.at(-1);
  if (last) last.hasPauseAfter = false;
  return phrases.map((phrase) => ({
    ...phrase,
    accent: Math.max(1, Math.min(phrase.accent, phrase.moras.length)),
  }));
}
