import { expect, test } from "vitest";
import { speakableText, splitForSpeech } from "./speakable-text.ts";

test.each([
  ["half-width kana", "ｶﾞｷﾞｸﾞﾊﾟﾝ", "ガギグパン"],
  ["a link", "https://example.com/a?b=c#d を見て", "リンク を見て"],
  ["an address", "連絡は foo.bar@example.co.jp へ", "連絡は メールアドレス へ"],
  ["markdown", "# 見出し\n- **りんご**\n- [みかん](https://example.com)", "見出し、りんご、みかん"],
  ["markup", "<b>太字</b>&amp;<script>あ</script>", "太字 あ"],
  ["emoji", "晴れ☀️👨‍👩‍👧だね🇯🇵", "晴れ、だね"],
  ["numbers of a law", "第一条　会費\n２　会員", "第一条、会費、2、会員"],
  ["a hashtag", "行きたい #カフェ", "行きたい、ハッシュタグカフェ"],
  ["control characters", "あ\u0000い\u0007\u001b[31mう\u007f", "あいう"],
  ["invisible characters", "こ\u200bん\u202eに\ufeffち\u2060は", "こんにちは"],
  ["lines", "一行目\r\n二行目\u2028三行目", "一行目、二行目、三行目"],
  ["a date and a time", "2026/11/21の09:30と2026-01-05", "2026年11月21日の9時30分と2026年1月5日"],
  ["money", "¥1,500と$20と€3.5", "1500円と20ドルと3.5ユーロ"],
  ["a telephone number", "03-1234-5678", "ゼロサンの、イチニーサンヨンの、ゴーロクナナハチ"],
  ["ranges and percents", "3〜5個で５０％、-5℃", "3から5個で50パーセント、マイナス5度"],
  ["units", "5kmと10 kgと30㎡", "5キロメートルと10キログラムと30ヘイホーメートル"],
  ["a fraction", "1/2と½", "2ブンノ1と2ブンノ1"],
  ["a version", "v1.2.3", "バージョン1テン2テン3"],
  ["words", "PythonとReact、AI", "パイソンとリアクト、エーアイ"],
  ["accents", "café", "カフェ"],
  ["names with a dot", "ジョン・スミス", "ジョンスミス"],
  ["laughter", "そうなんだwww（笑）", "そうなんだ、わらい"],
  ["rare letters", "𠮷野家と髙橋", "吉野家と高橋"],
  ["repeated marks", "ええっ！？！？……", "ええっ？"],
  ["long vowels", "すごーーーーーい", "すごーーい"],
  ["a shell command", "$(touch x)", "タッチ エックス"],
  ["an option", "-h", "エイチ"],
])("%s", (_, text, spoken) => {
  expect(speakableText(text)).toBe(spoken);
});

test.each([
  "",
  " ",
  "😀😀",
  "。。。！？",
  "ー",
  "〜〜〜",
  "っ",
  "々々",
  "مرحبا",
  "한국어",
  "\u0000\u0001",
  "\ud800",
  "-----",
  "```",
  "゙",
])("nothing speakable in %j", (text) => {
  expect(speakableText(text)).toBe("");
});

test("any text gives only Japanese letters, digits and four marks", () => {
  // Every character of the basic plane and samples of the others, between letters, because marks at the ends are trimmed.
  const codes = [
    ...Array.from({ length: 0x10000 }, (_, code) => code),
    ...Array.from({ length: 256 }, (_, i) => 0x10000 + i * 0x1000),
  ];
  for (let at = 0; at < codes.length; at += 64) {
    const text = `あ${String.fromCodePoint(...codes.slice(at, at + 64))}あ`;
    expect(speakableText(text)).toMatch(
      /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー0-9.、。？！ ]+$/u,
    );
  }
});

test("hostile repetitions take no quadratic time", () => {
  for (const unit of [
    "ア",
    "[",
    "](",
    "<a",
    "*",
    "1,",
    "a.",
    "-",
    "0-",
    "a ",
    "a@",
    "/",
    "~",
    "1~",
    "&",
    "'",
    "ー",
    "w",
    "\n# ",
    "1/",
  ]) {
    expect(speakableText(unit.repeat(4000)).length).toBeLessThan(60_000);
  }
});

test("pieces of a long text keep everything and stay under the limit", () => {
  const text = "今日は良い天気ですね。明日は、雨が降るでしょう。".repeat(80);
  const pieces = splitForSpeech(text);
  expect(pieces.join("")).toBe(text);
  expect(pieces.length).toBeGreaterThan(1);
  for (const piece of pieces) expect(Buffer.byteLength(piece)).toBeLessThan(1000);
  for (const piece of pieces) expect(piece).toMatch(/。$/);
});

test("pieces end at pauses, and anywhere when there is none", () => {
  expect(splitForSpeech("ああ、いい、うう", 6)).toEqual(["ああ、いい、", "うう"]);
  expect(splitForSpeech("ア".repeat(2000))).toHaveLength(7);
  expect(splitForSpeech("")).toEqual([]);
});
