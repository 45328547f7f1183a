import lindera from "lindera-wasm-nodejs-ipadic";
import { applyReadings } from "./apply-readings.ts";
import { counterAt, digitsOfKanji, numberWithCounter, readNumber } from "./number-reading.ts";
import { ipadicNameReadings } from "./word-list.ts";

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
    let kana = "";
    for (let at = 0; at < tokens.length; ) {
      const number = kanjiNumberAt(tokens, at);
      const token = tokens[at];
      if (number) kana += ` ${number.reading}`;
      else if (token) kana += (isDependent(token) ? "" : " ") + readWord(token);
      at += number?.tokens ?? 1;
    }
    return kana;
  };

  return (speakable) => {
    const text = prepare(speakable);
    let kana = "";
    let at = 0;
    for (const match of text.matchAll(numberWithCounter)) {
      const [all, number = "", counter, suffix] = match;
      kana += readPlain(text.slice(at, match.index));
      kana += ` ${readNumber({ number, counter, suffix, isDate: text.charAt(match.index - 1) === "月" })}`;
      at = match.index + all.length;
    }
    return tidyKana(kana + readPlain(text.slice(at)));
  };
}

/** Names and ordinals in kana, and the day of a month in digits: 九月一日 is no 一日. */
function prepare(text: string): string {
  return applyReadings(text, ipadicNameReadings())
    .replace(/おはよー/g, "おはよう")
    .replace(/(?:ひと|ふた|みっ|よっ|いつ|むっ|なな|やっ|ここの)つめ/g, toKatakana)
    .replace(/(?<=月)([一二三四五六七八九十]{1,3})(?=日)/g, digitsOfKanji);
}

/** The reading of the number in kanji that begins at a token, with its counter, and how many tokens it takes. */
function kanjiNumberAt(
  tokens: readonly Token[],
  at: number,
): { reading: string; tokens: number } | undefined {
  let end = at;
  let kanji = "";
  while (
    tokens[end]?.partOfSpeechSubcategory1 === "数" &&
    /^[〇一二三四五六七八九十百千万億兆]+$/.test(tokens[end]?.surface ?? "")
  ) {
    kanji += tokens[end]?.surface;
    end++;
  }
  if (kanji === "") return undefined;
  const number = digitsOfKanji(kanji);
  const before = tokens[at - 1]?.surface;
  // The counter ends where a token ends.
  let rest = "";
  for (let last = end; last < Math.min(end + 3, tokens.length); last++) rest += tokens[last]?.surface;
  counterAt.lastIndex = 0;
  const [all = "", counter, suffix] = counterAt.exec(rest) ?? [];
  let length = 0;
  let counted = end;
  while (length < all.length) length += tokens[counted++]?.surface.length ?? all.length;
  const isWhole = length === all.length && all !== "";
  const isDay = counter === "日" && number === "1" && before !== "月";
  const reading = isWhole ? readNumber({ number, counter, suffix, isDate: !isDay }) : readNumber({ number });
  // 何百, 何千: the number goes on from a word that voices it.
  const voicedReading =
    before === "何"
      ? reading
          .replace(/^ヒャク/, "ビャク")
          .replace(/^ヒャッ/, "ビャッ")
          .replace(/^セン/, "ゼン")
      : reading;
  return { reading: voicedReading, tokens: (isWhole ? counted : end) - at };
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
