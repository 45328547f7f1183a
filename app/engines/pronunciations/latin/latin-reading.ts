import { findLatinWord } from "../read-lexicon.ts";
import { readEnglishWord } from "./english-words.ts";

/**
 * Approximate katakana of a word of `A–Z`, `a–z` and apostrophes. Listed words come first, then English ones by dictionary, then
 * short acronyms by letter. The rest is read by spelling rules, which suit romanised Japanese too.
 */
export function readLatin(word: string): string {
  const plain = word.replace(/'/g, "");
  const known = findLatinWord(word) ?? findLatinWord(plain) ?? readEnglish(word);
  if (known) return known;
  // A plural of letters.
  if (/^[A-Z]{2,5}s$/.test(plain)) return `${readLatin(plain.slice(0, -1))}ズ`;
  const parts = plain.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  return parts.map((part) => findLatinWord(part) ?? readEnglish(part) ?? readPart(part)).join("");
}

/** Romanised Japanese, although the dictionary may know it as a name: Hiroshima, sushi. */
const mora =
  "(?:[kgnhbpmr]y(?=[auo])|sh|ch|ts(?=u)|j|[kgmnbprwy]|[szd](?=[aeo]|su|zu)|s(?=u)|z(?=u)|t(?=[aeo])|h(?=[aeio])|f(?=u))?[aiueo]";
const romanised = new RegExp(
  `^(?=.*[aiou]$)(?!.*(?:[ie]a|[iae]o|eu|ua|oa))(?:(?:${mora}|n(?![aiueoy])|([kstp])(?=\\1)){3,}|(?=.*(?:sh|ch|ts|[kgnhbpmr]y))(?:${mora}|n){2})$`,
);

/** Null for no English word, and for capitals that rather are letters. */
function readEnglish(word: string): string | null {
  const isAcronym = word === word.toUpperCase() && word.replace(/'/g, "").length < 4;
  const plain = word.toLowerCase();
  return word.length < 2 || isAcronym || romanised.test(plain) ? null : readEnglishWord(plain);
}

function readPart(part: string): string {
  const isAcronym = part === part.toUpperCase() && part.length <= 5;
  const hasVowel = /[aeiouy]/i.test(part);
  if (part.length === 1 || isAcronym || (!hasVowel && part.length <= 5)) {
    return spellOut(part);
  }
  return readBySpelling(part.toLowerCase()) || spellOut(part);
}

function spellOut(part: string): string {
  return Array.from(part.toLowerCase(), (letter) => letterNames[letter] ?? "").join("");
}

// biome-ignore format: a table
const letterNames: Record<string, string> = {
  a: "エー", b: "ビー", c: "シー", d: "ディー", e: "イー", f: "エフ", g: "ジー", h: "エイチ", i: "アイ",
  j: "ジェー", k: "ケー", l: "エル", m: "エム", n: "エヌ", o: "オー", p: "ピー", q: "キュー", r: "アール",
  s: "エス", t: "ティー", u: "ユー", v: "ブイ", w: "ダブリュー", x: "エックス", y: "ワイ", z: "ゼット",
};

const kanaRows: Record<string, readonly [string, string, string, string, string, string]> = {
  "": ["ア", "イ", "ウ", "エ", "オ", ""],
  k: ["カ", "キ", "ク", "ケ", "コ", "ク"],
  g: ["ガ", "ギ", "グ", "ゲ", "ゴ", "グ"],
  s: ["サ", "シ", "ス", "セ", "ソ", "ス"],
  z: ["ザ", "ジ", "ズ", "ゼ", "ゾ", "ズ"],
  t: ["タ", "ティ", "ツ", "テ", "ト", "ト"],
  d: ["ダ", "ディ", "ドゥ", "デ", "ド", "ド"],
  n: ["ナ", "ニ", "ヌ", "ネ", "ノ", "ン"],
  h: ["ハ", "ヒ", "フ", "ヘ", "ホ", ""],
  b: ["バ", "ビ", "ブ", "ベ", "ボ", "ブ"],
  p: ["パ", "ピ", "プ", "ペ", "ポ", "プ"],
  m: ["マ", "ミ", "ム", "メ", "モ", "ム"],
  y: ["ヤ", "イ", "ユ", "イェ", "ヨ", "イ"],
  r: ["ラ", "リ", "ル", "レ", "ロ", "ル"],
  w: ["ワ", "ウィ", "ウ", "ウェ", "ウォ", "ウ"],
  f: ["ファ", "フィ", "フ", "フェ", "フォ", "フ"],
  v: ["バ", "ビ", "ブ", "ベ", "ボ", "ブ"],
  j: ["ジャ", "ジ", "ジュ", "ジェ", "ジョ", "ジ"],
  sh: ["シャ", "シ", "シュ", "シェ", "ショ", "シュ"],
  ch: ["チャ", "チ", "チュ", "チェ", "チョ", "チ"],
  ts: ["ツァ", "ツィ", "ツ", "ツェ", "ツォ", "ツ"],
  kw: ["クア", "クイ", "ク", "クエ", "クオ", "ク"],
  ks: ["クサ", "クシ", "クス", "クセ", "クソ", "クス"],
  ky: ["キャ", "キ", "キュ", "キェ", "キョ", "キ"],
  gy: ["ギャ", "ギ", "ギュ", "ギェ", "ギョ", "ギ"],
  ny: ["ニャ", "ニ", "ニュ", "ニェ", "ニョ", "ニ"],
  hy: ["ヒャ", "ヒ", "ヒュ", "ヒェ", "ヒョ", "ヒ"],
  my: ["ミャ", "ミ", "ミュ", "ミェ", "ミョ", "ミ"],
  ry: ["リャ", "リ", "リュ", "リェ", "リョ", "リ"],
  by: ["ビャ", "ビ", "ビュ", "ビェ", "ビョ", "ビ"],
  py: ["ピャ", "ピ", "ピュ", "ピェ", "ピョ", "ピ"],
};
const vowels = "aiueo";

const letterGroups: readonly [RegExp, string][] = [
  [/(?:tion|cion)(?=s?$)/y, "ション"],
  [/sion(?=s?$)/y, "ジョン"],
  [/ture(?=s?$)/y, "チャー"],
  [/age$/y, "エージ"],
  [/ing$/y, "イング"],
  [/igh/y, "アイ"],
  [/ee|ea(?=.)/y, "イー"],
  [/oo/y, "ウー"],
  [/ai|ay/y, "エイ"],
  [/oa|au|aw/y, "オー"],
  [/ou|ow/y, "アウ"],
  [/ew/y, "ユー"],
  [/(?:er|ar|ir|ur)(?![aeiouy])/y, "アー"],
  [/or(?![aeiouy])/y, "オー"],
];
/** A vowel before one consonant and a final silent e. */
const vowelBeforeSilentE = /[aiou](?=[bdfgklmnpstvz]e$)/y;
const longVowels: Record<string, string> = { a: "エー", i: "アイ", o: "オー", u: "ユー" };
const consonantPattern =
  /tch|ch|sh|ph|ck|qu|kn(?=[aeiou])|wh|th|ts|[kgnhmrbp]y(?=[aou])|([b-df-hj-np-tvwxz])\1|[b-df-hj-np-tv-xz]|y(?=[aeiou])/y;

function readBySpelling(word: string): string {
  let kana = "";
  let at = 0;
  let row = "";
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(word)?.[0];
  };
  while (at < word.length) {
    const group = letterGroups.find(([pattern]) => match(pattern) !== undefined);
    if (group) {
      kana += joinVowel(row, group[1]);
      at += match(group[0])?.length ?? 1;
      row = "";
      continue;
    }
    if (match(vowelBeforeSilentE)) {
      kana += joinVowel(row, longVowels[word.charAt(at)] ?? "");
      row = "";
      at += 1;
      continue;
    }
    const consonant = match(consonantPattern);
    if (consonant) {
      kana += readFinalConsonant(row, consonant);
      row = rowOf(consonant, word.charAt(at + consonant.length));
      at += consonant.length;
      continue;
    }
    const letter = word.charAt(at);
    const isSilent = letter === "e" && at === word.length - 1 && row !== "" && word.length > 3;
    if (isSilent) kana += readFinalConsonant(row, "");
    else if (letter === "y") kana += joinVowel(row, at === word.length - 1 ? "イー" : "イ");
    else kana += joinVowel(row, kanaRows[""]?.[vowels.indexOf(letter)] ?? "");
    row = "";
    at += 1;
  }
  return kana + readFinalConsonant(row, "");
}

function rowOf(consonant: string, next: string): string {
  const soft = next !== "" && "eiy".includes(next);
  switch (consonant) {
    case "c":
    case "cc":
      return soft ? "s" : "k";
    case "ck":
    case "q":
      return "k";
    case "qu":
      return "kw";
    case "x":
      return "ks";
    case "ph":
      return "f";
    case "th":
      return "s";
    case "wh":
      return "w";
    case "kn":
      return "n";
    case "l":
    case "ll":
      return "r";
    case "tch":
      return "ch";
    default:
      return kanaRows[consonant] ? consonant : consonant.charAt(0) === "l" ? "r" : consonant.charAt(0);
  }
}

function readFinalConsonant(row: string, next: string): string {
  if (row === "") return "";
  if (row === "m" && /^[bp]/.test(next)) return "ン";
  return kanaRows[row]?.[5] ?? "";
}

/** `k` + `エイ` is ケイ. */
function joinVowel(row: string, sound: string): string {
  if (row === "" || sound === "") return sound;
  if (sound.startsWith("ユ")) return `${kanaRows[row]?.[1] ?? ""}ュ${sound.slice(1)}`;
  const vowel = "アイウエオ".indexOf(sound.charAt(0));
  if (vowel < 0) return (kanaRows[row]?.[5] ?? "") + sound;
  return (kanaRows[row]?.[vowel] ?? "") + sound.slice(1);
}
