import { expect, test } from "vitest";
import { analyzeWords } from "#app/engines/words/analyze-words.ts";
import { cleanText } from "./clean-text.ts";
import { makeTitle } from "./make-title.ts";
import { readBlocks } from "./read-blocks.ts";
import type { TextKind } from "./text-kind.ts";

async function titleOf(text: string, given?: string, kind: TextKind = "article"): Promise<string> {
  const lines = readBlocks(cleanText(text));
  return makeTitle(given, lines, await analyzeWords(lines.map((line) => line.text)), kind).title;
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
  ["雨が降る。", "雨が降る"],
  ["★★★青森ひとり旅★★★\n\n朝の六時に着きました。", "青森ひとり旅"],
  ["【お知らせ】明日はお休みです！！", "明日はお休みです"],
  ["第二条　本会の会員は、みどり台一丁目から三丁目までに住所を有する世帯とする。", "本会の会員"],
  ["今日のランチ☺️ #カフェ巡り", "今日のランチ"],
  ["店長：いらっしゃいませ。\n客：傘はありますか。\n店長：ありません。", "いらっしゃいませ"],
  ["「もう帰るの」と花子が聞いた。", "もう帰るの"],
  ["7日未明、大野市本町の木造住宅から火が出て、約120平方メートルを全焼した。", "大野市本町の木造住宅"],
  ["昨日は、遠くの町まで歩いて行って、古い友だちの家で夜おそくまで話しました。", "古い友だちの家"],
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

test.each([
  "【拡散希望】★鈴木花子は詐欺師★\n\n鈴木花子は、お金を返さずに引っ越しました。",
  "山田太郎は嘘つきです\n\n隣に住む山田太郎は、町内会の金を盗んでいます。",
])("what accuses somebody by name gives no title: %s", async (text) => {
  const title = await titleOf(text);
  expect(title).not.toMatch(/鈴木|山田|詐欺|嘘/u);
});

test("a report about somebody accused has a title without their name", async () => {
  const text =
    "県警は5日、詐欺の疑いで会社員の鈴木花子容疑者を逮捕した。\n県警は、被害がほかにもあるとみて調べている。";
  expect(await titleOf(text, undefined, "news")).not.toMatch(/鈴木|花子/u);
});
