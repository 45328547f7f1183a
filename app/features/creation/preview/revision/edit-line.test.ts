import { expect, test } from "vitest";
import { Conflict, Invalid } from "#app/features/domain-error.ts";
import { editLine } from "./edit-line.ts";
import { revisionMessages } from "./revision.ts";

const script = "A: 朝です。\nB: はい。\n\n# 夜\nA: 夜です。";

test("a line gets other words, and the rest stays", () => {
  expect(editLine(script, { line: 2, text: " 夜に\n\n なりました。\n" })).toBe(
    "A: 朝です。\nB: はい。\n\n# 夜\nA: 夜に\nなりました。",
  );
  expect(editLine(script, { line: 1, text: "はい。" })).toBe(script);
  expect(() => editLine(script, { line: 3, text: "もう一度。" })).toThrow(Conflict);
});

test("an emptied line is taken out, and the heading above it stays above the next", () => {
  expect(editLine(script, { line: 1, text: "　\n" })).toBe("A: 朝です。\n\n# 夜\nA: 夜です。");
  expect(editLine(script, { line: 2, text: "" })).toBe("A: 朝です。\nB: はい。");
  const headed = "# 朝\nA: 朝です。\nB: はい。\n# 夜\nA: 夜です。";
  expect(editLine(headed, { line: 0, text: "" })).toBe("# 朝\nB: はい。\n# 夜\nA: 夜です。");
  expect(editLine(headed, { line: 1, text: "" })).toBe("# 朝\nA: 朝です。\n# 夜\nA: 夜です。");
  for (const last of ["A: 朝です。", "A: 朝です。\nB: ……"])
    expect(() => editLine(last, { line: 0, text: "" })).toThrow(
      new Invalid({ text: [revisionMessages.last] }),
    );
});

test.each(["B: はい", "Ｂ：はい", "# 見出し", "はい。\nA: いいえ。", "はい。\n# 見出し"])(
  "%j would not stay one line of the same voice",
  (text) => {
    expect(() => editLine(script, { line: 0, text })).toThrow(Invalid);
  },
);
