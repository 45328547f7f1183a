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

/** With a mark that only careful spellings have. */
const marked: Record<string, string> = { ā: "aa", ī: "ii", ū: "uu", ē: "ee", ō: "ou", û: "uu", ô: "ou" };

const maxReadings = 6;

/**
 * The hiragana that a romaji word may stand for, the likeliest first, six at most; none if it is no romaji. As typed in
 * Hepburn's or the official spelling (shi, si; shinbun, shimbun), then with the long vowels that most people leave out (todai:
 * とうだい): all of them, those of o, then one alone.
 */
export function readRomaji(word: string): string[] {
  const kana = toKana(word.replace(/[āīūēōûô]/g, (letter) => marked[letter] ?? letter));
  if (kana === null) return [];
  const places = [...kana.matchAll(mayBeLong)].map(({ index }) => index);
  const ofO = places.filter((at) => endsInO.has(kana[at] ?? ""));
  const lengthened = [places, ofO, ...ofO.map((at) => [at])].map((some) => lengthen(kana, some));
  return [...new Set([kana, ...lengthened])].slice(0, maxReadings);
}

const maxSpellings = 12;

/**
 * The spellings of a query's words (folded), at most 13, to search for in turn until something is found. First as typed. Then
 * romaji become the kana that they may stand for, with long vowels in all words or in one (tokyo sanpo: とうきょう さんぽ).
 */
export function spellingsOf(words: readonly string[]): string[][] {
  const readings = words.map(readRomaji);
  const count = Math.max(0, ...readings.map(({ length }) => length));
  const spell = (at: number, lengthened: (index: number) => boolean) =>
    words.map((word, index) => readings[index]?.[lengthened(index) ? at : 0] ?? readings[index]?.[0] ?? word);
  const inKana = Array.from({ length: count }, (_, at) => [
    spell(at, () => true),
    ...words.map((_, one) => spell(at, (index) => index === one)),
  ]).flat();
  const different = new Map(inKana.map((spelling) => [spelling.join(" "), spelling]));
  return [[...words], ...[...different.values()].slice(0, maxSpellings)];
}

const endsInO = new Set("おこそとのほもよろをごぞどぼぽょ");
/** A mora of o or u without a sign of its length. */
const mayBeLong = /[おこそとのほもよろごぞどぼぽょ](?![うおー])|[くすつふゆぐずぶぷゅ](?![うー])/gu;

const lengthen = (kana: string, places: readonly number[]): string =>
  [...kana].map((sign, at) => (places.includes(at) ? `${sign}う` : sign)).join("");

function toKana(word: string): string | null {
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
