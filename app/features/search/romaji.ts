const vowels = ["a", "i", "u", "e", "o"];

/** The kana of each row, in the order of `vowels`; a space where romaji has no such syllable. */
const rows: Record<string, string> = {
  "": "あいうえお",
  k: "かきくけこ",
  s: "さしすせそ",
  t: "たちつてと",
  n: "なにぬねの",
  h: "はひふへほ",
  m: "まみむめも",
  y: "や ゆ よ",
  r: "らりるれろ",
  w: "わ   を",
  g: "がぎぐげご",
  z: "ざじずぜぞ",
  d: "だぢづでど",
  b: "ばびぶべぼ",
  p: "ぱぴぷぺぽ",
};

/** Syllables with a small や, ゆ or よ, by what stands before the vowel. */
const contracted: Record<string, string> = {
  ky: "き",
  sy: "し",
  sh: "し",
  ty: "ち",
  ch: "ち",
  ny: "に",
  hy: "ひ",
  my: "み",
  ry: "り",
  gy: "ぎ",
  zy: "じ",
  jy: "じ",
  j: "じ",
  by: "び",
  py: "ぴ",
};

const syllables = new Map<string, string>([
  ...Object.entries(rows).flatMap(([consonant, kana]) =>
    vowels.flatMap((vowel, at): [string, string][] =>
      kana[at] === " " ? [] : [[consonant + vowel, kana[at] ?? ""]],
    ),
  ),
  ...Object.entries(contracted).flatMap(([before, kana]): [string, string][] => [
    [`${before}a`, `${kana}ゃ`],
    [`${before}u`, `${kana}ゅ`],
    [`${before}o`, `${kana}ょ`],
  ]),
  ["shi", "し"],
  ["chi", "ち"],
  ["tsu", "つ"],
  ["fu", "ふ"],
  ["ji", "じ"],
  ["n'", "ん"],
  ["nn", "ん"],
  ["n", "ん"],
  ["-", "ー"],
]);

/**
 * The hiragana that a word of romaji means, by Hepburn's and the official spelling (shi, si; しんぶん for shinbun and shimbun);
 * null for a word that is none. Long vowels as they are typed: とうきょう is toukyou.
 */
export function romajiToKana(word: string): string | null {
  let kana = "";
  for (let at = 0; at < word.length; ) {
    const rest = word.slice(at);
    // kippu, matcha: a small っ. m before m, b and p: ん.
    if (/^([kstcpgzdbj])\1|^tch/.test(rest)) kana += "っ";
    else if (/^m[mbp]/.test(rest)) kana += "ん";
    else {
      // ん before n and a vowel, as in konna, is not nn and あ.
      const lengths = /^nn[aiueoy]/.test(rest) ? [1] : [3, 2, 1];
      const length = lengths.find((one) => syllables.has(rest.slice(0, one)) && rest.length >= one);
      if (length === undefined) return null;
      kana += syllables.get(rest.slice(0, length)) ?? "";
      at += length;
      continue;
    }
    at += 1;
  }
  return kana || null;
}
