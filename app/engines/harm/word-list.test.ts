import { expect, test } from "vitest";
import { compareHarm, findHarm, findTouchedSentences } from "./find-harm.ts";
import { countOmissions, emptyWordList, normalizeLine, tellingLength } from "./word-list.ts";

const list = {
  words: ["無料鑑定", "ミラクル水", "kasegu", "5ch"].map(normalizeLine),
  examples: ["月収100万円…保証", "1日5分で稼げる"].map(normalizeLine),
  exceptions: ["劇団「死ね死ね団」", "佐藤部長が会社のお金を盗んだ", "無料鑑定団"].map(normalizeLine),
};

test.each([
  ["今日は無料鑑定のご案内です。", "無料鑑定"],
  ["無料 鑑・定をどうぞ。", "無料 鑑・定"],
  ["みらくる水を飲みました。", "みらくる水"],
  ["Ｋａｓｅｇｕという会です。", "Kasegu"],
  ["月収３０万円を、かならず保証します。", "月収30万円を、かならず保証"],
  ["月収百万円を保証。", "月収百万円を保証"],
  ["かならず 1 日 10 分 で 稼げる。", "1 日 10 分 で 稼げる"],
])("%s is held for %s", async (text, quote) => {
  const [harm, ...others] = await findHarm(`静かな夜です。${text}`, list);
  expect([harm?.kind, harm?.quote.trim(), others]).toEqual(["listed", quote, []]);
  expect(await findHarm(`静かな夜です。${text}`)).toEqual([]);
});

test.each([
  "無料の鑑定です。",
  "kaseguruという名前です。",
  "15chのテレビ。",
  "月収100万円の話をしました。長く働いて、いろいろなことがあった末のことで、何も保証はありません。",
  "月収100万円です。保証はありません。",
  "無料鑑定団を見ました。",
  "劇団「死ね死ね団」の公演に行きます。",
  "佐藤部長が会社のお金を盗んだ。",
])("%s is not held", async (text) => {
  expect(await findHarm(text, list)).toEqual([]);
});

test("an exception frees nothing else of its sentence, and the rules go first", async () => {
  expect(await findHarm("佐藤部長が会社のお金を盗んだ。")).toMatchObject([{ kind: "accusation" }]);
  expect(await findHarm("劇団「死ね死ね団」の客の無料鑑定です。", list)).toEqual([
    { kind: "listed", quote: "無料鑑定" },
  ]);
  expect(await findHarm("無料鑑定だ、お前なんか死ねよ。", list)).toMatchObject([{ kind: "abuse" }]);
});

test("a changed list judges otherwise only sentences near its changed lines, as in the whole text", async () => {
  const harm = "佐藤部長が会社のお金を盗んだ。";
  const text = `${"静かな夜です。".repeat(100)}無料鑑定です。${"風が吹きます。".repeat(100)}${harm}`;
  const change = { present: emptyWordList, list };
  const touched = findTouchedSentences(text, change);
  expect(touched).toHaveLength(4 + 3 + 3 + 1);
  expect(await compareHarm(touched, change)).toEqual({
    held: [{ kind: "listed", quote: "無料鑑定" }],
    freed: [{ kind: "accusation", quote: harm }],
  });
  const back = { present: list, list: emptyWordList };
  expect((await compareHarm(findTouchedSentences(text, back), back)).held).toMatchObject([
    { kind: "accusation" },
  ]);
  expect(findTouchedSentences(text, { present: list, list })).toEqual([]);
});

test("long lists and hostile texts are searched in linear time", () => {
  // Work for each line at each letter would exceed the test's own time limit many times over.
  const lines = Array.from({ length: 300 }, (_, at) => normalizeLine(`言葉あ${at}い`));
  const examples = lines.map((line) => normalizeLine(`${line}…う`));
  const change = { present: emptyWordList, list: { words: lines, examples, exceptions: lines } };
  for (const part of ["言葉あ", "言 葉 あ 1 い ", "言葉あ9", "い", "。", "1"])
    expect(findTouchedSentences(part.repeat(10_000), change)).toEqual([]);
});

test("what a line says is counted without marks, and of an example without what stands for anything", () => {
  expect(tellingLength("…・！", false)).toBe(0);
  expect(tellingLength(normalizeLine("１００…円"), true)).toBe(1);
  expect(tellingLength("一番5ch", false)).toBe(5);
  expect(countOmissions(normalizeLine("あ…い…う"))).toBe(2);
});
