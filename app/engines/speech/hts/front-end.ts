import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { initSync, WasmPhonemizer } from "piper-plus/wasm/multilingual";
import { mendKatakana } from "./katakana-runs.ts";
import { type Mora, moraOfPhonemes } from "./morae.ts";

/** `breath`: in a long phrase without a mark. */
export type PauseMark =
  | "breath"
  | "comma"
  | "long"
  | "parenthesis"
  | "question"
  | "quotation"
  | "sentence"
  | "space";

/** アクセント句: mostly a word with particles. */
export interface AccentPhrase {
  moras: readonly Mora[];
  /** The pitch falls after this mora, from 1; the last one if flat. */
  accent: number;
  isQuestion: boolean;
  hasPauseAfter: boolean;
  pause?: PauseMark | undefined;
  isAside?: true;
}

/** In the order of the package's private-use characters (from U+E000). N has four, by what follows. */
const combinedSounds =
  "a: i: u: e: o: cl ky kw gy gw ty dy py by ch ts sh zy hy ny my ry ?! ?. ?~ N N N N".split(" ");
const firstCombined = 200;
const endsMora = /^(?:[aiueoAIUEO]|N|cl)$/;
/** Begin, end and accent marks; the numbers say the same. */
const isMark = /^(?:[\^$#[\]]|\?.?)$/;
/** Text without a mora; the package throws for empty ones. */
const isEmptyText = /^\s*$/;

export type ReadPhrases = (text: string) => AccentPhrase[];

/** jpreprocess with NAIST-JDIC in WebAssembly (60 MB, 0.15 s). Synchronous, 2,000 characters in 30 ms: for worker threads. */
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
    return mendKatakana(text, phrases);
  };
  return (text) => {
    // The package sees questions only at a text's end.
    const parts = text.split(/(?<=？)/).map(read);
    return parts.flatMap((phrases, index) => {
      const isLast = parts.slice(index + 1).every(({ length }) => length === 0);
      return phrases.map((phrase, place) =>
        isLast || place < phrases.length - 1 ? phrase : { ...phrase, hasPauseAfter: true },
      );
    });
  };
}

/** Separate, so that the file's 60 MB are freed. */
async function loadPackage(): Promise<void> {
  const file = new URL("piper_plus_wasm_bg.wasm", import.meta.resolve("piper-plus/wasm/multilingual"));
  const module = await WebAssembly.compile(await readFile(fileURLToPath(file)));
  quietly(() => initSync({ module }));
}

/** As the package numbers them, and back. */
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

/** The package logs greetings, and warnings about members' texts. */
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
 * Sounds are at even places, padding (`_`) between them; `_` at an even place is a pause. Of the three numbers per sound the
 * first is its mora's distance from the accent, the second its place in the phrase, from 1.
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
