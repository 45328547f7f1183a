import { expect, test } from "vitest";
import { Conflict, Invalid } from "#app/features/domain-error.ts";
import { editLine } from "./edit-line.ts";

const script = "A: 朝です。\nB: はい。\n\n# 夜\nA: 夜です。";

test("a line gets other words, and the rest stays", () => {
  expect(editLine(script, { line: 2, text: " 夜に\n\n なりました。\n" })).toBe(
    "A: 朝です。\nB: はい。\n\n# 夜\nA: 夜に\nなりました。",
  );
  expect(editLine(script, { line: 1, text: "はい。" })).toBe(script);
  expect(() => editLine(script, { line: 3, text: "もう一度。" })).toThrow(Conflict);
});

test.each(["B: はい", "Ｂ：はい", "# 見出し", "はい。\nA: いいえ。", "はい。\n# 見出し", ""])(
  "%j would not stay one line of the same voice",
  (text) => {
    expect(() => editLine(script, { line: 0, text })).toThrow(Invalid);
  },
);
