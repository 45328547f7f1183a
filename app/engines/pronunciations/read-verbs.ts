import { lexiconVerbs } from "./lexicon/lexicon-verbs.ts";

/** Before ない, ず, れる, せる: no particle after a noun, as 庭か and 庭が have. */
const negative = "(?:な[いかくけ]|[ずぬれせん])";

/** What may follow a stem, by the row that its endings are of. */
const endings: Readonly<Record<string, RegExp>> = {
  か: new RegExp(`か${negative}|き(?![ゃゅょ])|[くけ]|こう|い[てた]`, "y"),
  が: new RegExp(`が${negative}|ぎ(?![ゃゅょ])|[ぐげ]|ごう|い[でだ]`, "y"),
  さ: new RegExp(`さ${negative}|し(?![ゃゅょ])|[すせ]|そう`, "y"),
  た: new RegExp(`た${negative}|ち(?![ゃゅょ])|つ|て[るばなたまず]|とう|っ[てた]`, "y"),
  ば: new RegExp(`ば${negative}|び(?![ゃゅょ])|[ぶべ]|ぼう|ん[でだ]`, "y"),
  ま: new RegExp(`ま${negative}|み(?![ゃゅょ])|[むめ]|もう|ん[でだ]`, "y"),
  ら: new RegExp(`ら${negative}|り(?![ゃゅょ])|[るれ]|ろう|っ[てた]`, "y"),
  わ: new RegExp(`わ${negative}|[いうえ]|おう|っ[てた]`, "y"),
  い: /[いく]|か[っろ]|けれ|さ(?!れ)|そう|[げみ]|すぎ|過ぎ/y,
  "-": /(?:)/y,
};

interface VerbStem {
  stem: string;
  row: string;
  kana: string;
}

type StemIndex = ReadonlyMap<string, readonly VerbStem[]>;

let indexes: { long: StemIndex; short: StemIndex } | undefined;

function indexStems(): { long: StemIndex; short: StemIndex } {
  const stems = lexiconVerbs
    .split(";")
    .map((entry): VerbStem => {
      const [stem = "", row = "", kana = ""] = entry.trim().split(" ");
      return { stem, row, kana };
    })
    .toSorted((a, b) => b.stem.length - a.stem.length);
  const index = (isLong: boolean) =>
    Map.groupBy(
      stems.filter(({ stem }) => stem.length > 2 === isLong),
      ({ stem }) => stem.charAt(0),
    );
  return { long: index(true), short: index(false) };
}

const isHan = /^[\p{Script=Han}々]$/u;
const isNumber = /^[\d一二三四五六七八九十百千万]$/;
const isHiragana = /^\p{Script=Hiragana}$/u;

/**
 * Verbs and adjectives of the table in hiragana, which keeps conjugation and accent: 匐う as はう. The long ones come before the rules for
 * their parts: 狡 is ズル, 狡辛い コスカライ. A short one is none behind a kanji, where it may belong to the word before.
 */
export function readVerbs(text: string, length: "long" | "short"): string {
  indexes ??= indexStems();
  const index = indexes[length];
  let spoken = "";
  let plainFrom = 0;
  for (let at = 0; at < text.length; ) {
    const found = index.get(text.charAt(at))?.find((verb) => standsAt(text, at, verb));
    if (!found) {
      at++;
      continue;
    }
    spoken += text.slice(plainFrom, at) + kanaBehind(text.charAt(at - 1), found.kana);
    at += found.stem.length;
    plainFrom = at;
  }
  return spoken + text.slice(plainFrom);
}

function standsAt(text: string, at: number, { stem, row }: VerbStem): boolean {
  if (!text.startsWith(stem, at)) return false;
  const before = text.charAt(at - 1);
  if (isNumber.test(before) || (stem.length < 3 && isHan.test(before))) return false;
  const ending = endings[row];
  if (!ending) return false;
  ending.lastIndex = at + stem.length;
  return ending.test(text);
}

/** は and へ would be particles behind other hiragana: 部屋に這入る was ワイル. */
function kanaBehind(before: string, kana: string): string {
  if (!isHiragana.test(before)) return kana;
  return kana.replace(/^[はへ]/, (first) => (first === "は" ? "ハ" : "ヘ"));
}
