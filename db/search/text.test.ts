import { expect, test } from "vitest";
import { foldText } from "./text.ts";

test.each([
  ["トラック", "とらっく"],
  ["ﾄﾗｯｸ", "とらっく"],
  ["とらっく", "とらっく"],
  ["ＴＲＡＣＫ", "track"],
  ["Track", "track"],
  ["ガ", "が"],
  ["ｶﾞ", "が"],
  ["①㌔", "1きろ"],
  ["夜\0", "夜"],
  ["ヴァイオリン", "ゔぁいおりん"],
])("%s folds to %s", (text, folded) => {
  expect(foldText(text)).toBe(folded);
  expect(foldText(folded)).toBe(folded);
});
