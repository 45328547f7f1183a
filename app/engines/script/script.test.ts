import { expect, test } from "vitest";
import { describeScript, formatScript, parseScript } from "./script.ts";

test("reads speakers of either width and keeps the order", () => {
  expect(parseScript("A: こんばんは。\nＢ：どうも。\r\n　Ａ:はい。\nB：さようなら。")).toEqual([
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

test("a long section's name is cut between two characters", () => {
  expect(parseScript(`# ${"章".repeat(99)}😀の章\nA: はい`)).toEqual([
    { speaker: "A", text: "はい", section: `${"章".repeat(99)}😀` },
  ]);
});

test("a blank line begins a paragraph, a line with # a section, unless blank lines are everywhere", () => {
  const script = "# はじめに\nA: ひとつ\nB: ふたつ\n\nA: みっつ\n\n# おわりに\nB: よっつ";
  const turns = [
    { speaker: "A", text: "ひとつ", section: "はじめに" },
    { speaker: "B", text: "ふたつ" },
    { speaker: "A", text: "みっつ", beginsParagraph: true },
    { speaker: "B", text: "よっつ", beginsParagraph: true, section: "おわりに" },
  ] as const;
  expect(parseScript(script)).toEqual(turns);
  expect(formatScript(turns)).toBe(script);
  expect(parseScript("A: ひとつ\n\nB: ふたつ\n\nA: #みっつ\n\n# 声のない見出し")).toEqual([
    { speaker: "A", text: "ひとつ" },
    { speaker: "B", text: "ふたつ" },
    { speaker: "A", text: "#みっつ" },
  ]);
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
