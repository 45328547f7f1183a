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
  ["lines", "一行目\r\n二行目\u2028三行目", "イチギョー目、二行目、三行目"],
  ["a date and a time", "2026/11/21の09:30と2026-01-05", "2026年11月21日の9時30分と2026年1月5日"],
  ["money", "¥1,500と$20と€3.5", "1500円と20ドルと3.5ユーロ"],
  ["a telephone number", "03-1234-5678", "ゼロサンの、イチニーサンヨンの、ゴーロクナナハチ"],
  ...["090 1234 5678", "０９０　１２３４　５６７８", "09012345678", "０９０ー１２３４ー５６７８"].map(
    (number): [string, string, string] => [
      "a telephone number",
      number,
      "ゼロキューゼロの、イチニーサンヨンの、ゴーロクナナハチ",
    ],
  ),
  ["a telephone number without gaps", "0312345678まで", "ゼロサンイチニーサンヨンゴーロクナナハチまで"],
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
  ["a shell command", "$(touch x)", "タッチエックス"],
  ["an option", "-h", "エイチ"],
  [
    "less than nothing",
    "最低気温は-5度、前年比−3.2%、(－2)",
    "最低気温はマイナス5度、前年比マイナス3.2パーセント、マイナス2",
  ],
  ["a loss", "損益は▲1,200万円、前期比△12.5％", "損益はマイナス1200万円、前期比マイナス12.5パーセント"],
  ["a hyphen of a name", "アポロ-11号、F-15、様式-1、▲7六歩", "アポロ11号、エフ15、様式 1、先手ナナロクフ"],
  ["zeros between", "人口5万0,731人、1億0,200万人、3億0000万円", "人口5万731人、1億200万人、3億円"],
  ["counters before words", "30分水に浸す、2日本を読む", "30分 水に浸す、2日 本を読む"],
  ["numbers of items", "①12 ②15", "1、12 2、15"],
  ["speeds", "風速15m/s、80km/hで走る", "風速15メートル、時速80キロメートルで走る"],
  ["a blood pressure", "血圧130/80mmHg、60kg級", "血圧130の80ミリエイチジー、60キロ級"],
  ["marks", "◎は最適、★★★☆の評価", "ニジューマルは最適、星3の評価"],
  ["a batting average", "打率.312", "打率3割イチブ2厘"],
  ["spans of words", "午前9時半〜午後8時、東京〜大阪", "午前9時半から午後8時、東京から大阪"],
  ["a result", "日本が3-2で勝ち、25－18、25－20。", "ニホンが3対2で勝ち、25対18、25対20。"],
  ["an address", "神宮前1-2-3のビル", "神宮前1の2の3のビル"],
  ["a range", "2020-2024年に90–100点", "2020から2024年に90から100点"],
  [
    "signs of multiplication",
    "3*4と2 × 5、1920x1080、30cm×横40cm、*強調*",
    "3カケル4と2カケル5、1920カケル1080、30センチカケル横40センチ、強調",
  ],
  [
    "holidays",
    "5月3日(月・祝)、1月1日(祝)、(土・日・祝)、(土日祝)",
    "5月3日、月曜日、祝日、1月ツイタチ、祝日、ド、ニチ、祝日、ド、ニチシュク",
  ],
  [
    "names that are not given",
    "○○さん、〇〇県、××社、△△駅、〇月○日、二〇二六年",
    "マルマルさん、マルマル県、バツバツ社、サンカクサンカク駅、マルガツマルニチ、二〇二六年",
  ],
  [
    "ruby, old spelling and Roman numerals",
    "吾輩《わがはい》は默つてゐた。第Ⅲ章［＃「第Ⅲ章」は大見出し］",
    "ワガハイは黙っていた。第3章",
  ],
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
    "漢《",
    "｜あ《",
    "<ruby>",
    "あ(",
    "III ",
    "あ／＼",
    "ゐつた",
    "1-",
    "○",
    "5万0",
    "1×",
    "(土",
    "土・",
    "-5",
    "[#",
    "の方",
    "に通っ",
    "年間",
    "を止",
    "金",
    "館中",
    "君は",
    "風に",
    "9割1分",
    "①1",
    "半〜",
    "don't ",
    "wonderfully ",
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
