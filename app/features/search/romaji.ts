const vowels = ["a", "i", "u", "e", "o"];

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
 * The hiragana of a romaji word in Hepburn's or the official spelling (shi, si; shinbun, shimbun); null if it is none. Long
 * vowels as typed: とうきょう is toukyou.
 */
export function romajiToKana(word: string): string | null {
  let kana = "";
  for (let at = 0; at < word.length; ) {
    const rest = word.slice(at);
    // kippu, matcha: a small っ. m before m, b and p: ん.
    if (/^([kstcpgzdbj])\1|^tch/.test(rest)) kana += "っ";
    else if (/^m[mbp]/.test(rest)) kana += "ん";
    else {
      // konna: ん before n and a vowel is not nn and あ.
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
