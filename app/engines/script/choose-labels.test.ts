import { expect, test } from "vitest";
import { builtInCategories } from "#app/engines/script/categories.ts";
import { analyzeWords } from "#app/engines/words/analyze-words.ts";
import { officialTracks } from "#db/seed/official-tracks.ts";
import { chooseLabels, labelText } from "./choose-labels.ts";
import type { TextKind } from "./text-kind.ts";

async function labelsOf(text: string, title = "", kind: TextKind = "article"): Promise<string[]> {
  const [words = []] = await analyzeWords([labelText({ title, text })]);
  return chooseLabels(words, kind);
}

test.each([
  ["会社の売上と経営、営業の会議についての話です。", "ビジネス"],
  ["プログラミングとアプリの開発、ＡＩの使い方。", "テクノロジー"],
  ["深呼吸とストレッチで、一日の疲れをほどきます。睡眠も大切です。", "健康・ウェルネス"],
  ["英語の勉強と復習のしかた。学校の授業とノート。", "教育・学習"],
  ["部屋の片付けと収納、毎日の暮らしの習慣。", "ライフスタイル"],
  ["太陽と惑星、銀河と重力。宇宙の観察。", "科学"],
  ["江戸時代の武士と幕府、戦国の城。", "歴史"],
  ["美術館で見た絵画と彫刻、俳句と短歌。", "文化・芸術"],
  ["サッカーの試合で選手が走る。", "スポーツ"],
  ["ピアノの演奏とオーケストラの旋律。", "音楽"],
  ["味噌とだしで作るスープのレシピ。", "料理・グルメ"],
  ["温泉旅館に泊まり、列車で海辺の町へ。旅の話。", "旅行"],
  ["選挙と国会、法律と憲法。", "政治・社会"],
  ["映画とアニメ、落語と漫画。", "エンターテイメント"],
  ["新聞の速報と記者の報道。", "ニュース"],
])("%s is %s", async (text, label) => {
  expect((await labelsOf(text))[0]).toBe(label);
});

test("every category can be reached by its own name", async () => {
  for (const category of builtInCategories) {
    const name = category.split("・")[0] ?? category;
    expect((await labelsOf(name))[0]).toBe(category);
  }
});

test("words inside other words do not count", async () => {
  expect(await labelsOf("ただし、昨日のことは、この限りでない。まただしぬけに雨が降った。")).toEqual([
    "その他",
  ]);
  expect(await labelsOf("スタート、パート、カート")).toEqual(["その他"]);
  expect(await labelsOf("he said maintain")).toEqual(["その他"]);
});

test.each([
  "昨日は雨だった。家で本を読んだ。夕方、友だちから電話があって、そのニュースを聞いて驚いた。",
  "朝起きてニュースを見た。コーヒーを飲んで、犬と散歩した。",
  "今日はうれしいニュースがあります。姉に赤ちゃんが生まれました。",
  "ニュースを消して、早く寝た。",
  "新聞を読みながら朝ごはんを食べた。",
  "祖父は毎朝、縁側で新聞を広げていた。",
  "新聞紙で窓を拭くと、きれいになります。",
  "テレビのニュースで見た店に行ってみた。カレーがおいしかった。",
  "友だちは新聞記者をしている。久しぶりに会って、温泉に行った。",
  "この町の話題といえば、新しいパン屋だ。",
  "夢の中で、わたしは記者だった。空を飛んでいた。",
  "猫が逃げたというニュースは、近所中に広まった。",
])("who tells of a day reports no news: %s", async (text) => {
  expect(await labelsOf(text)).not.toContain("ニュース");
});

test.each([
  "速報です。午前九時ごろ、関東地方で地震がありました。",
  "県警の発表によると、男は容疑を認めている。",
  "きょうのニュースをお伝えします。政府は新しい対策を発表しました。",
  "市長は記者会見で、来年の春に図書館を開くと発表した。",
  "先週のニュースを三つにまとめました。ニュースの一つ目は、円安です。",
  "ニュースの見方について。ニュースは一つの新聞だけでなく、いくつか比べて読む。報道の元をたどる。",
  "青葉市の動物園でパンダの赤ちゃんが生まれたと発表された。報道陣に公開されるのは来月になるという。",
])("these are news: %s", async (text) => {
  expect((await labelsOf(text))[0]).toBe("ニュース");
});

test("a text without keywords gets その他, and any text at most three labels", async () => {
  expect(await labelsOf("😀")).toEqual(["その他"]);
  const all = "経営 プログラミング 深呼吸 勉強 掃除 宇宙 江戸 俳句 野球 ピアノ レシピ 温泉 選挙 映画 速報";
  expect(await labelsOf(all)).toHaveLength(3);
});

test("where its words say nothing, the kind of a text decides, but not of who has died", async () => {
  expect(await labelsOf("ただ、それだけ。", "", "poem")).toEqual(["文化・芸術"]);
  expect(await labelsOf("ただ、それだけ。", "", "letter")).toEqual(["ライフスタイル"]);
  expect(await labelsOf("ただ、それだけ。", "", "mourning")).toEqual(["その他"]);
  expect((await labelsOf("市は12日、図書館を開いた。", "", "news"))[0]).toBe("ニュース");
  const council = "市議会は3日、市長の予算案と選挙の政策、行政の条約を可決した。議会と国会、政治の話。";
  expect(await labelsOf(council, "", "news")).toEqual(["政治・社会", "ニュース"]);
});

test("most official tracks get one of their own labels", async () => {
  const agreeing = [];
  for (const { inputText, title, labels } of officialTracks) {
    const chosen = await labelsOf(inputText, title);
    if (chosen.some((label) => labels.includes(label))) agreeing.push(title);
  }
  expect(agreeing.length).toBeGreaterThanOrEqual(10);
});
