import { expect, test } from "vitest";
import { applyReadings, findReadings, indexReadings } from "./apply-readings.ts";

const index = indexReadings([
  { word: "東", reading: "アズマ" },
  { word: "宍粟", reading: "シソー" },
  { word: "宍粟市長", reading: "シソーシチョー" },
  { word: "5G", reading: "ファイブジー" },
  { word: "NET", reading: "ネット" },
  { word: "アップル", reading: "リンゴ" },
  { word: "はし", reading: "ハシ" },
  { word: "大谷翔平", reading: "オータニショーヘー", accent: 0 },
]);

test.each([
  ["a word between others", "宍粟の東です", "シソーのアズマです"],
  ["the longest first", "宍粟市長が来た", "シソーシチョーが来た"],
  ["not inside another word", "東京は晴れ", "東京は晴れ"],
  ["not inside a word of hiragana", "はしる", "はしる"],
  ["not in a longer number", "15Gと5G", "15Gとファイブジー"],
  ["Latin letters of any case and width", "Netとｎｅｔ、NETFLIX", "ネットとネット、NETFLIX"],
  ["not in a longer word of katakana", "アップルパイとアップル", "アップルパイとリンゴ"],
  ["a name before a title", "大谷翔平選手", "オータニショーヘー選手"],
])("%s", (_, line, spoken) => {
  expect(applyReadings(line, index)).toBe(spoken);
});

test("segments together are the line, and name their entries", () => {
  const segments = findReadings("大谷翔平とNET", index);
  expect(segments.map(({ text }) => text).join("")).toBe("大谷翔平とNET");
  expect(segments.map(({ entry }) => entry?.accent)).toEqual([0, undefined, undefined]);
});

test("a noun is not found where okurigana goes on", () => {
  const nouns = indexReadings([
    { word: "上回", reading: "ジョーカイ" },
    { word: "日差", reading: "ヒザシ" },
    { word: "馬群", reading: "バグン" },
  ]);
  const read = (line: string) => applyReadings(line, nouns, { isWhole: true, isNoun: true });
  expect(read("馬群を割り、前年を上回った。")).toBe("バグンを割り、前年を上回った。");
  expect(read("日差しの中、馬群が走る。")).toBe("日差しの中、バグンが走る。");
});

test("of two entries for one word the first counts", () => {
  const own = { word: "Mugen", reading: "ムゲン" };
  const site = { word: "MUGEN", reading: "ミューゲン" };
  expect(applyReadings("mugen", indexReadings([own, site]))).toBe("ムゲン");
});
