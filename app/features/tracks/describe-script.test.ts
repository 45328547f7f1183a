import { expect, test } from "vitest";
import { describeScript } from "./describe-script.ts";

test("the first words, without speakers and line breaks", () => {
  expect(describeScript("A: こんばんは。\nB：夜です。\n  続き\n\nA: ")).toBe("こんばんは。夜です。 続き");
  expect(describeScript("")).toBe("");
});

test("at most 120 characters: whole sentences where that leaves enough", () => {
  const sentence = `${"あ".repeat(69)}。`;
  expect(describeScript(`A: ${sentence}\nB: ${sentence}`)).toBe(sentence);
  const early = `A: はい。${"い".repeat(200)}`;
  expect(describeScript(early)).toBe(`はい。${"い".repeat(116)}…`);
  const emoji = describeScript(`A: ${"🎧".repeat(200)}`);
  expect(Array.from(emoji)).toHaveLength(120);
  expect(emoji.isWellFormed()).toBe(true);
});
