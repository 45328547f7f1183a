import { expect, test } from "vitest";
import { cleanText } from "./clean-text.ts";
import { makeTitle } from "./make-title.ts";
import { readBlocks } from "./read-blocks.ts";

function titleOf(text: string, given?: string): string {
  return makeTitle(given, readBlocks(cleanText(text))).title;
}

test("the member's title is kept on one line and within 100 characters", () => {
  expect(titleOf("本文です。", "  夜の\n散歩 ")).toBe("夜の 散歩");
  expect(titleOf("本文です。", "あ".repeat(150))).toHaveLength(100);
  expect(titleOf("本文です。", "　 ")).toBe("本文です");
});

test.each([
  ["# 朝の光\n\n本文です。", "朝の光"],
  ["星の話\n\nそれは静かな夜でした。", "星の話"],
  ["クジラは、海でもっとも大きな動物として知られています。", "クジラのこと"],
  ["日本の四季は、それぞれにちがう美しさを持っています。", "日本の四季"],
  ["昔々あるところに、おじいさんとおばあさんが仲よく静かに暮らしていました。", "昔々あるところ"],
  ["雨が降る。", "雨が降る"],
  ["https://www.example.com/very/long/path?x=1", "example.com"],
  ["😀", "😀"],
])("%j is called %j", (text, title) => {
  expect(titleOf(text)).toBe(title);
});

test("a derived title never ends with punctuation, a particle or an unpaired bracket", () => {
  const texts = [
    "きのうの夜おそくまで友だちと話しながら歩いた海ぞいの道のことをずっと考えていました。",
    "彼女が「もう帰らなければならない」と静かに言ったのはその日の夕方おそくになってからでした。",
    "あのころわたしたちが毎日のように通っていた坂の上の古い図書館へもう一度行ってみたいと思う。",
    "😀".repeat(40),
  ];
  for (const text of texts) {
    const title = titleOf(text);
    expect(title.length).toBeLessThanOrEqual(30);
    expect(title).not.toMatch(/[。、！\s]$|[はがをにでともへの]$/u);
    expect(title.split("「").length).toBe(title.split("」").length);
    expect(title.isWellFormed()).toBe(true);
  }
});
