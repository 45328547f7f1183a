import lindera from "lindera-wasm-nodejs-ipadic";
import { NUMBER_WITH_COUNTER, readNumber } from "./number-reading.ts";

/** A word as the analyser reports it; `pronunciation` is `*` or missing for a word that it does not know. */
interface Token {
  surface: string;
  pronunciation?: string;
  partOfSpeech?: string;
  partOfSpeechSubcategory1?: string;
}

/**
 * Loads the morphological analyser (Lindera with IPADIC, about 0.2 s and 100 MB) and returns the reader: text as
 * `speakableText` gives it becomes katakana as pronounced (は as ワ, long vowels as ー), phrases separated by spaces,
 * with the marks `、。？`. Empty when nothing has a reading. Synchronous work: for a worker thread.
 */
export async function loadKanaReader(): Promise<(text: string) => string> {
  const builder = new lindera.TokenizerBuilder();
  builder.setDictionary("embedded://ipadic");
  builder.setMode("normal");
  const tokenizer = builder.build();

  const readWord = (token: Token): string => {
    if (token.pronunciation && token.pronunciation !== "*") return token.pronunciation;
    const kana = toKatakana(token.surface);
    if (/^[ァ-ヴー、。？！]+$/.test(kana)) return kana;
    // An unknown compound: each character by itself is nearly always known.
    const letters = Array.from(token.surface);
    return letters.length > 1 ? letters.map((letter) => readPlain(letter)).join("") : "";
  };
  const readPlain = (text: string): string => {
    const tokens: Token[] = text === "" ? [] : tokenizer.tokenize(text);
    return tokens.map((token) => (isDependent(token) ? "" : " ") + readWord(token)).join("");
  };

  return (text) => {
    let kana = "";
    let at = 0;
    for (const match of text.matchAll(NUMBER_WITH_COUNTER)) {
      const [all, number = "", counter] = match;
      kana += readPlain(text.slice(at, match.index));
      kana += ` ${readNumber({ number, isDate: text.charAt(match.index - 1) === "月", ...(counter ? { counter } : {}) })}`;
      at = match.index + all.length;
    }
    return tidyKana(kana + readPlain(text.slice(at)));
  };
}

/** Particles, auxiliaries and endings are spoken with the word before them. */
function isDependent(token: Token): boolean {
  return (
    ["助詞", "助動詞", "記号"].includes(token.partOfSpeech ?? "") ||
    ["接尾", "非自立"].includes(token.partOfSpeechSubcategory1 ?? "")
  );
}

function toKatakana(text: string): string {
  return text.replace(/[ぁ-ゖ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x60));
}

/** Only what eSpeak NG reads as Japanese: it names other signs in English, a long-vowel mark without a vowel too. */
function tidyKana(kana: string): string {
  const tidy = toKatakana(kana)
    .replace(/！/g, "。")
    .replace(/ヵ/g, "カ")
    .replace(/ヶ/g, "ケ")
    .replace(/[^ァ-ヴー、。？ ]/g, "")
    .replace(/ +(?=ー)/g, "")
    .replace(/ +/g, " ")
    .replace(/(^|[ 、。？ンッ])ー+/g, "$1")
    .replace(/ ?([、。？]) ?/g, "$1")
    .trim();
  return /[ァ-ヴ]/.test(tidy) ? tidy : "";
}
