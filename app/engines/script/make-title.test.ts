import { expect, test } from "vitest";
import { analyzeWords } from "#app/engines/words/analyze-words.ts";
import { cleanText } from "./clean-text.ts";
import { makeTitle } from "./make-title.ts";
import { readBlocks } from "./read-blocks.ts";

async function titleOf(text: string, given?: string): Promise<string> {
  const lines = readBlocks(cleanText(text));
  return makeTitle(given, lines, await analyzeWords(lines.map((line) => line.text))).title;
}

test("the member's title is kept on one line and within 100 characters", async () => {
  expect(await titleOf("本文です。", "  夜の\n散歩 ")).toBe("夜の 散歩");
  expect(await titleOf("本文です。", "あ".repeat(150))).toHaveLength(100);
  expect(await titleOf("本文です。", "　 ")).toBe("本文です");
});

test.each([
  ["# 朝の光\n\n本文です。", "朝の光"],
  ["星の話\n\nそれは静かな夜でした。", "星の話"],
  ["クジラは、海でもっとも大きな動物として知られています。", "クジラのこと"],
  ["日本の四季は、それぞれにちがう美しさを持っています。", "日本の四季"],
  ["昔々あるところに、おじいさんとおばあさんが仲よく静かに暮らしていました。", "昔々あるところ"],
  ["雨が降る。", "雨が降る"],
  [
    "昨日は、遠くの町まで歩いて行って、古い友だちの家で夜おそくまで話しました。",
    "昨日は、遠くの町まで歩いて行って",
  ],
  [
    "彼は何も言わずに部屋を出て、そのまま二度と戻ってこなかったと聞いています。",
    "彼は何も言わずに部屋を出て",
  ],
  ["羽生結弦さんは、仙台で生まれ、四歳でスケートを始めたことで知られています。", "羽生結弦さん"],
  ["https://www.example.com/very/long/path?x=1", "example.com"],
  ["😀", "😀"],
  ["第三条　会費は、月額三百円とする。", "会費は、月額三百円とする"],
  [
    "市は20日、来年度の予算を1,250億円とする案を発表した。",
    "市は20日、来年度の予算を1,250億円とする案を発表した",
  ],
  ["当店は、お客様の個人情報を第三者に提供しません。", "当店は、お客様の個人情報を第三者に提供しません"],
])("%j is called %j", async (text, title) => {
  expect(await titleOf(text)).toBe(title);
});

test("a derived title never ends with punctuation, a particle or an unpaired bracket", async () => {
  const texts = [
    "きのうの夜おそくまで友だちと話しながら歩いた海ぞいの道のことをずっと考えていました。",
    "彼女が「もう帰らなければならない」と静かに言ったのはその日の夕方おそくになってからでした。",
    "あのころわたしたちが毎日のように通っていた坂の上の古い図書館へもう一度行ってみたいと思う。",
    "😀".repeat(40),
  ];
  for (const text of texts) {
    const title = await titleOf(text);
    expect(title.length).toBeLessThanOrEqual(30);
    expect(title).not.toMatch(/[。、！\s]$|[はがをにでともへの]$/u);
    expect(title.split("「").length).toBe(title.split("」").length);
    expect(title.isWellFormed()).toBe(true);
  }
});
