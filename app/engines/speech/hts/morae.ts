/** A mora in katakana, with HTS phonemes; a capital vowel is hardly heard. */
export interface Mora {
  text: string;
  phonemes: readonly string[];
}

const vowels = ["a", "i", "u", "e", "o"];
/** By consonant, for a, i, u, e, o; a dash for none. The first spelling names the sound. */
const rows: readonly (readonly [string, string])[] = [
  ["", "ア イ ウ エ オ"],
  ["k", "カ キ ク ケ コ"],
  ["s", "サ スィ ス セ ソ"],
  ["sh", "シャ シ シュ シェ ショ"],
  ["t", "タ ティ トゥ テ ト"],
  ["ch", "チャ チ チュ チェ チョ"],
  ["ts", "ツァ ツィ ツ ツェ ツォ"],
  ["n", "ナ ニ ヌ ネ ノ"],
  ["h", "ハ ヒ - ヘ ホ"],
  ["f", "ファ フィ フ フェ フォ"],
  ["m", "マ ミ ム メ モ"],
  ["y", "ヤ - ユ イェ ヨ"],
  ["r", "ラ リ ル レ ロ"],
  ["w", "ワ ウィ - ウェ ウォ"],
  ["g", "ガ ギ グ ゲ ゴ"],
  ["z", "ザ ズィ ズ ゼ ゾ"],
  ["j", "ジャ ジ ジュ ジェ ジョ"],
  ["d", "ダ ディ ドゥ デ ド"],
  ["b", "バ ビ ブ ベ ボ"],
  ["p", "パ ピ プ ペ ポ"],
  ["v", "ヴァ ヴィ ヴ ヴェ ヴォ"],
  ["ky", "キャ - キュ キェ キョ"],
  ["gy", "ギャ - ギュ ギェ ギョ"],
  ["ny", "ニャ - ニュ ニェ ニョ"],
  ["hy", "ヒャ - ヒュ ヒェ ヒョ"],
  ["by", "ビャ - ビュ ビェ ビョ"],
  ["py", "ピャ - ピュ ピェ ピョ"],
  ["my", "ミャ - ミュ ミェ ミョ"],
  ["ry", "リャ - リュ リェ リョ"],
  ["ty", "テャ - テュ - テョ"],
  ["dy", "デャ - デュ - デョ"],
  ["kw", "クヮ - - - -"],
  ["gw", "グヮ - - - -"],
  ["", "ァ ィ ゥ ェ ォ"],
  ["", "- ヰ - ヱ ヲ"],
  ["k", "ヵ - - ヶ -"],
  ["j", "ヂャ ヂ ヂュ ヂェ ヂョ"],
  ["z", "- - ヅ - -"],
  ["w", "ヮ - - - -"],
  ["y", "ャ - ュ - ョ"],
  ["by", "ヴャ - ヴュ - ヴョ"],
];

const phonemesOf = new Map<string, readonly string[]>([
  ["ン", ["N"]],
  ["ッ", ["cl"]],
]);
const textOf = new Map<string, string>([
  ["N", "ン"],
  ["cl", "ッ"],
]);
for (const [consonant, texts] of rows) {
  for (const [place, text] of texts.split(" ").entries()) {
    const phonemes = [...(consonant === "" ? [] : [consonant]), vowels[place] ?? ""];
    if (text === "-") continue;
    phonemesOf.set(text, phonemes);
    const sound = phonemes.join("");
    if (!textOf.has(sound)) textOf.set(sound, text);
  }
}

/** ー repeats the vowel; drops other characters. */
export function moraeOfKana(kana: string): Mora[] {
  const katakana = kana.replace(/[ぁ-ゖ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x60));
  const morae: Mora[] = [];
  for (let at = 0; at < katakana.length; ) {
    const two = katakana.slice(at, at + 2);
    const text = phonemesOf.has(two) ? two : katakana.charAt(at);
    at += text.length;
    const phonemes = phonemesOf.get(text);
    if (phonemes) morae.push({ text, phonemes });
    else if (text === "ー") {
      const vowel = morae.at(-1)?.phonemes.at(-1) ?? "";
      if (vowels.includes(vowel)) morae.push(moraOfPhonemes([vowel]));
    }
  }
  return morae;
}

/** The mora in katakana; devoiced vowels are written as voiced. */
export function moraOfPhonemes(phonemes: readonly string[]): Mora {
  const sound = soundOf({ phonemes });
  return { text: textOf.get(sound) ?? sound, phonemes };
}

/** The sound for comparisons: all vowels count as voiced. */
export function soundOf({ phonemes }: Pick<Mora, "phonemes">): string {
  return phonemes.map((phoneme) => (phoneme === "N" ? phoneme : phoneme.toLowerCase())).join("");
}
