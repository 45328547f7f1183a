import lindera from "lindera-wasm-nodejs-ipadic";
import { numberWithCounter, readNumber } from "./number-reading.ts";

/** A word of the morphological analyser; `pronunciation` is `*` or missing for an unknown word. */
interface Token {
  surface: string;
  pronunciation?: string;
  partOfSpeech?: string;
  partOfSpeechSubcategory1?: string;
}

/**
 * Loads the morphological analyser (Lindera with IPADIC, about 0.2 s and 100 MB) and returns a function that converts
 * the output of `speakableText` to katakana as pronounced (は as ワ, long vowels as ー), phrases separated by spaces,
 * with the marks `、。？`. Empty when nothing has a reading. Synchronous: for a worker thread.
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
    // An unknown compound: nearly every single character has a reading.
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
    for (const match of text.matchAll(numberWithCounter)) {
      const [all, number = "", counter] = match;
      kana += readPlain(text.slice(at, match.index));
      kana += ` ${readNumber({ number, isDate: text.charAt(match.index - 1) === "月", ...(counter ? { counter } : {}) })}`;
      at = match.index + all.length;
    }
    return tidyKana(kana + readPlain(text.slice(at)));
  };
}

/** Whether the word is pronounced with the preceding one: particles, auxiliaries, suffixes. */
function isDependent(token: Token): boolean {
  return (
    ["助詞", "助動詞", "記号"].includes(token.partOfSpeech ?? "") ||
    ["接尾", "非自立"].includes(token.partOfSpeechSubcategory1 ?? "")
  );
}

function toKatakana(text: string): string {
  return text.replace(/[ぁ-ゖ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x60));
}

/** Only what eSpeak NG reads as Japanese: other characters, and ー without a vowel, it names in English. */
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
