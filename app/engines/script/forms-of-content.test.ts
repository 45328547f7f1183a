import { expect, test } from "vitest";
import { analyzeWords } from "#app/engines/words/analyze-words.ts";
import { officialTracks } from "#db/seed/official-tracks.ts";
import { composeScript, readText } from "./compose-script.ts";
import { fitsForm } from "./local-script-engine.ts";
import { isHostPhrase } from "./phrases.ts";
import { parseScript } from "./script.ts";
import type { ScriptForm } from "./script-engine.ts";

async function told(inputText: string, form: ScriptForm, o: { isChosen?: boolean } = {}) {
  const read = readText({ inputText });
  const words = await analyzeWords(read.toAnalyze);
  const { script } = composeScript(read, words, { inputText, form, hasGreetings: false, ...o });
  const turns = parseScript(script).map(({ speaker, text }) => `${speaker}: ${text}`);
  const speakers = turns.map((turn) => turn.charAt(0));
  speakers.forEach((speaker, at) => {
    expect(speaker).not.toBe(speakers[at + 1]);
  });
  return turns;
}

const marked =
  "Q: 返品はできますか。\nA: 8日以内ならできます。\n未使用のものに限ります。\n\nQ: 領収書は出ますか。\nA: 購入履歴から出せます。\n\n営業時間は9時からです。";
const unmarked =
  "空はなぜ青いのでしょうか。\n太陽の光が空気の粒にあたって散るからです。青い光は、とくに散りやすいのです。\n\n夕焼けはなぜ赤いのでしょうか。\n光が長い道のりを通るので、青い光が先に散ってしまいます。\n\n次の回は雲の話です。";
const headed = `はじめに読んでください。

# 入会にお金はかかりますか
いいえ、かかりません。

年会費もありません。

# 退会はいつでもできますか？
はい。設定のページから、すぐに退会できます。`;

test("一問一答 asks the text's questions, answers in its words, and leaves the rest out", async () => {
  expect(await told(marked, "questions")).toEqual([
    "B: 返品はできますか。",
    "A: 8日以内ならできます。未使用のものに限ります。",
    "B: 領収書は出ますか。",
    "A: 購入履歴から出せます。",
  ]);
  expect(await told(unmarked, "questions")).toEqual([
    "B: 空はなぜ青いのでしょうか。",
    "A: 太陽の光が空気の粒にあたって散るからです。青い光は、とくに散りやすいのです。",
    "B: 夕焼けはなぜ赤いのでしょうか。",
    "A: 光が長い道のりを通るので、青い光が先に散ってしまいます。",
  ]);
  const answers = await told(headed, "questions");
  expect(answers[1]).toBe("A: いいえ、かかりません。年会費もありません。");
  expect(answers.join("")).not.toContain("はじめに");
});

const lists = `# 学校の朝読書を続けるべきか
市の学校では、朝の十分間を読書にあてています。
# 賛成の理由
- 本を読む習慣がつきます。
- 静かに一日を始められます。
- 図書室の本が多く借りられます。
# 反対の理由
- 朝の会の時間が足りなくなります。
- 読む本を選べない子がいます。
# これから
来年の春に、もう一度話し合います。`;
const paragraphs =
  "商店街の車を止める案について、住民に聞きました。\n\n賛成する人は、子どもが安心して歩けると話します。買い物もゆっくりできるそうです。\n\n一方、反対の意見もあります。荷物を運ぶ車が入れなくなり、店の品ぞろえが減るという声です。\n\n市は来月、説明会を開きます。";

test("in a 討論 A argues for and B against, an argument each; A tells the rest", async () => {
  expect(await told(lists, "debate")).toEqual([
    expect.stringMatching(/^A: .*賛成の理由。本を読む習慣がつきます。$/u),
    "B: 反対の理由。朝の会の時間が足りなくなります。",
    "A: 静かに一日を始められます。",
    "B: 読む本を選べない子がいます。",
    expect.stringMatching(/^A: 図書室の本が.*もう一度話し合います。$/u),
  ]);
  expect((await told(paragraphs, "debate")).map((turn) => turn.slice(0, 9))).toEqual([
    "A: 商店街の車を",
    "B: 一方、反対の",
    "A: 市は来月、説",
  ]);
});

test.each([
  ["questions", marked, true],
  ["questions", unmarked, true],
  ["questions", headed, true],
  ["questions", lists, false],
  ["questions", "あなたは、どう思いますか。私は海が好きです。山も好きです。", false],
  ["questions", "なぜでしょうか。\n\nどうしてでしょうか。", false],
  ["debate", lists, true],
  ["debate", paragraphs, true],
  [
    "debate",
    "# メリット\n軽くて、どこへでも持ち運べるところです。\n# デメリット\n電池が一日しかもたないところです。",
    true,
  ],
  [
    "debate",
    "# メリット\n軽くて、どこへでも持ち運べるところです。\n# 使い方\n電池を入れてから、ボタンを押します。",
    false,
  ],
  ["debate", "反対の手で持ちます。会議では全員が賛成しました。それから、みんなで食事をしました。", false],
  ["debate", unmarked, false],
  ["points", "海。", true],
] as const)("%s of %j: %s", async (form, inputText, fits) => {
  expect(await fitsForm({ inputText }, form)).toBe(fits);
});

test.each(officialTracks)("要点 of $slug are some of its sentences, numbered and in order", async (track) => {
  const { inputText } = track;
  const points = (await told(inputText, "points")).filter((turn) => !isHostPhrase(turn.slice(3)));
  expect(points.length).toBeGreaterThanOrEqual(3);
  expect(points.length).toBeLessThanOrEqual(10);
  const numbers = ["ひとつめ、", "ふたつめ、", "みっつめ、"];
  for (const [at, number] of numbers.entries())
    expect(points[at]?.slice(3)).toMatch(new RegExp(`^${number}`));
  const bare = (text: string) => text.replace(/\s/gu, "");
  let from = 0;
  for (const point of points) {
    const words = bare(point.replace(/^[AB]: (?:.{2,5}め、)?/u, ""));
    const sentences = words.match(/(?:「[^」]*」|[^。「」])+。/gu) ?? [];
    expect(sentences.length).toBeGreaterThan(0);
    for (const sentence of sentences) {
      const at = bare(inputText).indexOf(sentence, from);
      expect(at, sentence).toBeGreaterThanOrEqual(0);
      from = at + sentence.length;
    }
  }
  expect(from).toBeGreaterThan(inputText.length / 3);
  expect(points.join("").length).toBeLessThan(inputText.length * 0.5);
});

test("要点 leave out none of the sentences that the member chose", async () => {
  const chosen = [
    "川の水は、山の雪どけで増えます。",
    "橋は、百年も前にかけられたものです。",
    "市は、来年の秋にかけかえます。",
  ];
  const points = await told(chosen.join("\n\n"), "points", { isChosen: true });
  expect(points).toEqual([
    "B: 要点は、3つです。",
    ...chosen.map(
      (text, at) => `${at % 2 === 0 ? "A" : "B"}: ${["ひとつ", "ふたつ", "みっつ"][at]}め、${text}`,
    ),
  ]);
});
