import { expect, test } from "vitest";
import { describeScript, formatScript, parseScript } from "./script.ts";

test("reads speakers of either width, keeps the order and drops blank lines", () => {
  expect(parseScript("A: こんばんは。\n\nＢ：どうも。\r\n　Ａ:はい。\nB：さようなら。")).toEqual([
    { speaker: "A", text: "こんばんは。" },
    { speaker: "B", text: "どうも。" },
    { speaker: "A", text: "はい。" },
    { speaker: "B", text: "さようなら。" },
  ]);
});

test("a line without a speaker goes on with the turn before it", () => {
  expect(parseScript("B: 一行め\n二行め\n\n三行め\nA: はい")).toEqual([
    { speaker: "B", text: "一行め\n二行め\n三行め" },
    { speaker: "A", text: "はい" },
  ]);
});

test("text without any speaker is one turn of A", () => {
  expect(parseScript("ただの文章です。\nもう一行。")).toEqual([
    { speaker: "A", text: "ただの文章です。\nもう一行。" },
  ]);
});

test("a mark on a line of its own speaks the lines after it; a mark without words is no turn", () => {
  expect(parseScript("A:\nこんばんは\nB:\nA: はい")).toEqual([
    { speaker: "A", text: "こんばんは" },
    { speaker: "A", text: "はい" },
  ]);
});

test("other letters, words and times are no speakers", () => {
  expect(parseScript("C: だれ\nAB: だれ\na: だれ\n10:30")).toEqual([
    { speaker: "A", text: "C: だれ\nAB: だれ\na: だれ\n10:30" },
  ]);
});

test("nothing gives no turns", () => {
  expect(parseScript("")).toEqual([]);
  expect(parseScript(" \n　\n")).toEqual([]);
});

test("what is written is read back", () => {
  const turns = parseScript("A: ひとつ\nつづき\nB: A: という文字\nA: みっつ");
  expect(formatScript(turns)).toBe("A: ひとつ\nつづき\nB: A: という文字\nA: みっつ");
  expect(parseScript(formatScript(turns))).toEqual(turns);
});

test("a description is the beginning, without speakers and line breaks", () => {
  expect(describeScript("A: こんばんは。\nB：夜です。\n  続き\n\nA: ")).toBe("こんばんは。夜です。 続き");
  expect(describeScript("")).toBe("");
});

test("a description has at most 120 characters, and whole sentences where that leaves enough", () => {
  const sentence = `${"あ".repeat(69)}。`;
  expect(describeScript(`A: ${sentence}\nB: ${sentence}`)).toBe(sentence);
  const early = `A: はい。${"い".repeat(200)}`;
  expect(describeScript(early)).toBe(`はい。${"い".repeat(116)}…`);
  const emoji = describeScript(`A: ${"🎧".repeat(200)}`);
  expect(Array.from(emoji)).toHaveLength(120);
  expect(emoji.isWellFormed()).toBe(true);
});
