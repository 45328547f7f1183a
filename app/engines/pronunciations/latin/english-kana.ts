/** Rows of consonants: with a, i, u, e, o, and alone. */
// biome-ignore format: a table
const rows: Record<string, readonly string[]> = {
  "": ["ア", "イ", "ウ", "エ", "オ", ""],
  B: ["バ", "ビ", "ブ", "ベ", "ボ", "ブ"], CH: ["チャ", "チ", "チュ", "チェ", "チョ", "チ"],
  D: ["ダ", "ディ", "ドゥ", "デ", "ド", "ド"], DH: ["ザ", "ジ", "ズ", "ゼ", "ゾ", "ズ"], DZ: ["ザ", "ジ", "ズ", "ゼ", "ゾ", "ズ"],
  F: ["ファ", "フィ", "フ", "フェ", "フォ", "フ"], G: ["ガ", "ギ", "グ", "ゲ", "ゴ", "グ"],
  HH: ["ハ", "ヒ", "フ", "ヘ", "ホ", "フ"], JH: ["ジャ", "ジ", "ジュ", "ジェ", "ジョ", "ジ"],
  K: ["カ", "キ", "ク", "ケ", "コ", "ク"], L: ["ラ", "リ", "ル", "レ", "ロ", "ル"], M: ["マ", "ミ", "ム", "メ", "モ", "ム"],
  N: ["ナ", "ニ", "ヌ", "ネ", "ノ", "ン"], P: ["パ", "ピ", "プ", "ペ", "ポ", "プ"], R: ["ラ", "リ", "ル", "レ", "ロ", "ル"],
  S: ["サ", "シ", "ス", "セ", "ソ", "ス"], SH: ["シャ", "シ", "シュ", "シェ", "ショ", "シュ"],
  T: ["タ", "ティ", "トゥ", "テ", "ト", "ト"], TH: ["サ", "シ", "ス", "セ", "ソ", "ス"], TS: ["ツァ", "ツィ", "ツ", "ツェ", "ツォ", "ツ"],
  V: ["バ", "ビ", "ブ", "ベ", "ボ", "ブ"], W: ["ワ", "ウィ", "ウ", "ウェ", "ウォ", "ウ"],
  Y: ["ヤ", "イ", "ユ", "イエ", "ヨ", "イ"], Z: ["ザ", "ジ", "ズ", "ゼ", "ゾ", "ズ"], ZH: ["ジャ", "ジ", "ジュ", "ジェ", "ジョ", "ジュ"],
  // W after a consonant: クイーン, スイッチ.
  "-W": ["ワ", "イ", "ウ", "エ", "オ", "ウ"],
};
const kanaVowels = "アイウエオ";
/** Kept in loan words, whatever their letters. */
const vowels: Record<string, string> = { AE: "ア", AW: "アウ", AY: "アイ", OY: "オイ" };
const vowelOfLetter: Record<string, string> = { a: "ア", e: "エ", i: "イ", o: "オ", u: "ア", y: "イ" };
/** Doubled after a short final vowel: バッグ, フィッシュ. */
const doubled = new Set(["P", "T", "K", "CH", "D", "G", "JH", "SH", "TS", "DZ"]);

interface Sound {
  name: string;
  /** Of a vowel; 0 if weak. */
  stress?: number;
  letters: string;
}

/** ARPAbet in katakana, as loan words: R and L as ラ, V as バ, weak vowels by their letters. */
export function kanaOfPhonemes(word: string, phonemes: readonly string[]): string {
  const sounds = readSounds(word, phonemes);
  spellVowels(word, sounds);
  let kana = "";
  for (let at = 0; at < sounds.length; at++) {
    const [sound, next, third] = [sounds[at], sounds[at + 1], sounds[at + 2]];
    if (!sound) break;
    if (sound.stress !== undefined) kana += readVowel({ row: "", sounds, at, word });
    else if (next?.stress !== undefined && sound.name !== "NG") {
      const row = sound.name === "W" && followsInCluster(sounds, at) ? "-W" : sound.name;
      kana += readVowel({ row, sounds, at: at + 1, word });
      at++;
    } else if (sound.name === "NG" && next?.stress !== undefined) {
      // シンガー.
      kana += `ン${readVowel({ row: "G", sounds, at: at + 1, word })}`;
      at++;
    } else if (next?.name === "Y" && third?.stress !== undefined && sound.name !== "NG") {
      kana += readGlide({ row: sound.name, sounds, at: at + 2, word });
      at += 2;
    } else kana += readConsonant(sound, sounds[at - 1], next, at === 0 ? third : undefined);
  }
  return kana
    .replace(/ー{2,}/g, "ー")
    .replace(/ッ{2,}/g, "ッ")
    .replace(/ンン/g, "ン");
}

/** クイーン, スイッチ, ツイン, but not ネットワーク. */
function followsInCluster(sounds: readonly Sound[], at: number): boolean {
  const before = sounds[at - 1]?.name ?? "";
  return /^[KSG]$/.test(before) || (before === "T" && at === 1);
}

const isConsonant = (sound: Sound | undefined) => sound !== undefined && sound.stress === undefined;

function readSounds(word: string, phonemes: readonly string[]): Sound[] {
  const plain = phonemes
    .join(" ")
    // One sound in Japanese: キャッツ, フレンズ.
    .replace(/\bT S$/, "TS")
    .replace(/\bD Z$/, "DZ")
    .replace(/\bHH W\b/, "W")
    .replace(/^W (?=AY)/, word.startsWith("wh") ? "HH OW0 W " : "W ")
    // プロモーション.
    .replace(/^P ER0/, word.startsWith("pro") ? "P R OW0" : "P ER0")
    // メモリー: r sounds before a vowel; パワー and プレイヤー have a glide.
    .replace(/\bER(\d) (?=[A-Z]{2}\d)/g, "AH$1 R ")
    .replace(/\b(EY\d) (?=ER)|\b(OY\d) (?=AH0)/g, "$1$2 Y ")
    .replace(/\bAW(\d) ER0/g, "AH$1 W ER0")
    .replace(/\b(CH|JH|ZH) AH0 W\b/g, "$1 UW0")
    .replace(/\bCH AH0 R\b/g, "CH UW0 R");
  return plain.split(" ").map((phoneme) => {
    const stress = /\d$/.exec(phoneme)?.[0];
    if (stress === undefined) return { name: phoneme, letters: "" };
    return { name: phoneme.slice(0, -1), stress: Number(stress), letters: "" };
  });
}

/** If a word has as many groups of vowel letters as vowels. */
function spellVowels(word: string, sounds: readonly Sound[]): void {
  const plain = word
    .replace(/'/g, "")
    .replace(/qu/g, "kw")
    .replace(/gu(?=[ei])/g, "g")
    .replace(/^wh/, "w")
    .replace(/^y(?=[aeiou])|(?<=[aeiou])y(?=[aeiou])/g, "j");
  const ofSound = sounds.filter(({ stress }) => stress !== undefined);
  const spellings = [
    plain,
    plain.replace(/(?<=[aeiouy][a-z]*[^aeiouy])e(?=s?$|d$)/, ""),
    plain.replace(/(?<=[^aeiouy])e(?=(?:ly|ment|ful|less|ness|s)$)/, ""),
    plain.replace(/(?<=[tsc])i(?=o|a|e)/g, ""),
  ];
  const groups = spellings
    .flatMap((spelling) => [
      spelling.match(/[aeiouy]+/g) ?? [],
      spelling.match(/ee|oo|ou|ai|ay|oa|ey|[aeiouy]/g) ?? [],
      spelling.match(/[aeo]?u[aeiouy]?|ee|ea|oo|ai|ay|oa|oi|oy|ey|ie(?!n|t)|ow|aw|[aeiouy]/g) ?? [],
    ])
    .find(({ length }) => length === ofSound.length);
  for (const [index, sound] of ofSound.entries()) {
    // A final weak vowel follows the letters there, even after a miscount.
    const isLast = index === ofSound.length - 1;
    sound.letters = groups?.[index] ?? (isLast ? (/([aeiouy]+)[^aeiouy]*e?s?$/.exec(plain)?.[1] ?? "") : "");
  }
}

interface VowelPlace {
  row: string;
  sounds: readonly Sound[];
  at: number;
  word: string;
}

function readVowel(place: VowelPlace): string {
  const { row, sounds, at, word } = place;
  const [vowel, next] = [sounds[at], sounds[at + 1]];
  if (!vowel) return "";
  const isWeak = vowel.stress === 0;
  const alone = rows[row]?.[5] ?? "";
  // キャンドルズ: the plural of キャンドル.
  const isPlural = at === sounds.length - 3 && sounds[at + 2]?.name === "Z" && /les$/.test(word);
  if (isWeak && vowel.name === "AH" && row !== "" && isPlural && next?.name === "L") return alone;
  if (isWeak && vowel.name === "AH" && row !== "" && at === sounds.length - 2) {
    // テーブル, オープン, リズム: the vowel vanishes.
    if (next?.name === "L" && /le$/.test(word)) return alone;
    if (next?.name === "N" && /en$/.test(word) && /^[PKVZS]$/.test(row)) return row === "K" ? "キ" : alone;
    if (next?.name === "N" && /[sz]on$/.test(word) && /^[SZ]$/.test(row)) return alone;
    if (next?.name === "M" && /[st]h?m$/.test(word)) return alone;
  }
  if (
    isWeak &&
    next?.name === "N" &&
    /^(?:SH|ZH|JH|CH)$/.test(row) &&
    /^(?:AH|IH)$/.test(vowel.name) &&
    /ion/.test(word)
  )
    return `${rows[row]?.[4]}`;
  const sound = soundOfVowel(place);
  const after = doubling(place);
  // キャット, ギャラリー.
  if (
    (row === "K" || row === "G") &&
    sound.startsWith("ア") &&
    (vowel.name === "AE" || (vowel.name === "EH" && vowel.letters === "a"))
  )
    return `${rows[row]?.[1]}ャ${sound.slice(1)}${after}`;
  // ニュース, チューブ, プロデューサー.
  if (vowel.name === "UW" && /^[TDN]$/.test(row) && /^[ue]/.test(vowel.letters))
    return `${row === "T" ? "チュ" : row === "D" ? "デュ" : "ニュ"}${sound.slice(1)}${after}`;
  if (vowel.name === "UW" && row === "T" && /^o[ou]/.test(vowel.letters))
    return `ツ${sound.slice(1)}${after}`;
  const head = kanaVowels.indexOf(sound.charAt(0));
  return (rows[row]?.[head] ?? sound.charAt(0)) + sound.slice(1) + after;
}

function readGlide(place: VowelPlace): string {
  const { row, sounds, at } = place;
  const vowel = sounds[at];
  const small: Record<string, string> = { ア: "ャ", ウ: "ュ", オ: "ョ" };
  const isWeak = vowel?.stress === 0 && /^(?:AH|UH|IH)$/.test(vowel.name);
  const isIon = /ion/.test(place.word) && vowel?.name === "AH" && sounds[at + 1]?.name === "N";
  if (isIon) return `${rows[row]?.[1]}オ`;
  // オーストラリア.
  if (isWeak && at === sounds.length - 1) return `${rows[row]?.[1]}ア`;
  const sound = isWeak ? "ウ" : soundOfVowel({ ...place, row: "Y" });
  const letter = small[sound.charAt(0)];
  if (!letter) return (rows[row]?.[5] ?? "") + readVowel({ ...place, row: "Y" });
  return (row === "T" ? "チ" : row === "D" ? "デ" : (rows[row]?.[1] ?? "")) + letter + sound.slice(1);
}

function soundOfVowel({ row, sounds, at, word }: VowelPlace): string {
  const vowel = sounds[at];
  if (!vowel) return "";
  const { name, letters } = vowel;
  const next = sounds[at + 1];
  const isLast = next === undefined;
  const isWeak = vowel.stress === 0;
  const isBeforeR = next?.name === "R";
  const isBeforeFinalR = isBeforeR && sounds[at + 2]?.stress === undefined;
  switch (name) {
    case "AA":
      if (isBeforeR) return isBeforeFinalR ? "アー" : letters.startsWith("o") ? "オ" : "ア";
      return letters.startsWith("o") || (/W$/.test(row) && letters === "a") ? "オ" : isLast ? "アー" : "ア";
    case "AO":
      if (isBeforeFinalR) return at === sounds.length - 2 && /(?:ore|oor)$/.test(word) ? "オア" : "オー";
      if (isBeforeR) return word.endsWith("ory") ? "オー" : "オ";
      return letters === "o" && isConsonant(next) ? "オ" : "オー";
    case "EH":
      if (isBeforeFinalR) return "エア";
      return isBeforeR && letters === "a" ? "ア" : "エ";
    case "IH":
    case "IY":
      if (isBeforeFinalR) return "イア";
      // エフェクト, デザイン, but not リポート, ビフォー.
      if (isWeak && letters === "e" && !isLast && isConsonant(next)) return /^[RB]$/.test(row) ? "イ" : "エ";
      if (name === "IH") return isWeak && letters === "a" ? (next?.name === "JH" ? "エー" : "ア") : "イ";
      if (isLast && word.endsWith("day")) return "エイ";
      if (isWeak)
        return isLast && /y|ie|ee|ea/.test(letters)
          ? "イー"
          : !isLast && /^(?:y|ie)$/.test(letters) && at === sounds.length - 2
            ? "イー"
            : "イ";
      return isConsonant(next) || isLast ? "イー" : "イ";
    case "UH":
      return isBeforeFinalR ? "ウア" : "ウ";
    case "OW":
      if (isLast) return vowel.stress !== 1 && word.endsWith("o") ? "オ" : "オー";
      return isWeak || !isConsonant(next) ? "オ" : "オー";
    case "UW":
      return isLast ||
        (isConsonant(next) && (!isWeak || row === "Y") && !(next?.name === "N" && letters === "u"))
        ? "ウー"
        : "ウ";
    case "ER":
      // エナジー, but not インターネット.
      return isWeak &&
        !isLast &&
        at < sounds.length - 2 &&
        !/^(?:inter|under|over|super|hyper|after|leader|master|center|computer|power)/.test(word)
        ? letters === "o"
          ? "オ"
          : "ア"
        : "アー";
    case "AH":
      return isWeak ? weakVowel({ row, sounds, at, word }) : "ア";
    case "EY":
      // チェンジ, ストレンジャー.
      if (next?.name === "N" && sounds[at + 2]?.name === "JH") return "エ";
      return isConsonant(next) && next?.name !== "Y" ? "エー" : "エイ";
    default:
      return vowels[name] ?? "";
  }
}

function weakVowel({ row, sounds, at, word }: VowelPlace): string {
  // ソーシャル: the i belongs to the consonant.
  const letters = (sounds[at]?.letters ?? "").replace(/^i(?=[aeou])|^e(?=a)/, "");
  const next = sounds[at + 1];
  if (!next) return "ア";
  if (/^ou/.test(letters) || (next.name === "M" && /(?:come|some|dom)$/.test(word))) return "ア";
  // マウンテン.
  if (letters === "ai") return "エ";
  if (letters === "u" && (next.name === "L" || row === "Y")) return "ウ";
  if (next.name === "JH" && letters.startsWith("a")) return "エー";
  // プライベート.
  if (next.name === "T" && /ates?$/.test(word) && at >= sounds.length - 3) return "エー";
  // デリバリー, ディファレント.
  if (next.name === "R" && letters === "e" && /^[FVL]$/.test(row)) return "ア";
  return vowelOfLetter[letters.charAt(0)] ?? "ア";
}

/** Doubled after a short vowel: ベッド, ナレッジ, ハッピー, ミッション. */
function doubling({ sounds, at, word }: VowelPlace): string {
  const [vowel, next, third] = [sounds[at], sounds[at + 1], sounds[at + 2]];
  if (!vowel || !next || !isConsonant(next)) return "";
  const isShort =
    /^(?:AE|EH|IH|AH|UH)$/.test(vowel.name) ||
    (/^A[AO]$/.test(vowel.name) && (vowel.letters === "o" || /wat|was/.test(word)));
  if (!isShort) return "";
  const isWeak = vowel.stress === 0;
  const endsHere =
    third === undefined ||
    (at === sounds.length - 3 &&
      (/^[SZ]$/.test(third.name) || (/^[TD]$/.test(third.name) && word.endsWith("ed"))));
  if (endsHere && doubled.has(next.name)) {
    if (!isWeak || /ships?$/.test(word)) return "ッ";
    if (/^[TD]/.test(next.name))
      return /[eio][td]s?$/.test(word) && !/[aeiou]{2}[td]s?$/.test(word) ? "ッ" : "";
    if (next.name === "K") return /(?:ic|[iou]ck|ack|[aeiou]x)s?$/.test(word) ? "ッ" : "";
    return next.name === "SH" || (next.name === "JH" && !/age$/.test(word)) ? "ッ" : "";
  }
  if (isWeak) return /^up[^aeiouyps]/.test(word) && at === 0 ? "ッ" : "";
  if (next.name === "SH" && third?.stress === 0 && /(?:ss|sh)ion/.test(word)) return "ッ";
  if (next.name === "P")
    return /pp(?:y|le|er|ing)/.test(word) || (at === 0 && /^up[^aeiouyps]/.test(word)) ? "ッ" : "";
  if (next.name === "S") return /ss(?:age|on|en|or|ay)|s[ct]les?$/.test(word) ? "ッ" : "";
  if (next.name === "K") return /(?:ck|cc|ook)(?:er|y|age|ing|ie)/.test(word) ? "ッ" : "";
  if (next.name === "T") return third && /^(?:W|K|F|B|N|HH)$/.test(third.name) ? "ッ" : "";
  return "";
}

function readConsonant(
  sound: Sound,
  before: Sound | undefined,
  next: Sound | undefined,
  third?: Sound,
): string {
  switch (sound.name) {
    case "R":
      // In the long vowel before: パーク, ポート.
      return before?.stress === undefined ? "ル" : "";
    case "NG":
      return next && /^[KG]$/.test(next.name) ? "ン" : "ング";
    case "M":
      return next && /^[PBF]$/.test(next.name) ? "ン" : "ム";
    case "T":
      return next?.name === "S"
        ? "ツ"
        : next?.name === "W" && third
          ? /^I/.test(third.name)
            ? "ツ"
            : "トゥ"
          : "ト";
    case "S":
      return before?.name === "T" ? "" : "ス";
    default:
      return rows[sound.name]?.[5] ?? "";
  }
}
