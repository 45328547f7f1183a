import { expect, test } from "vitest";
import {
  splitPlaceReadings,
  withoutPlaceReadings,
  wordsOfLine,
  writePlaceReading,
} from "./place-readings.ts";

test("a reading is written into one place of a line, changed there, and not shown", () => {
  const line = "橋の端で箸を持つ。橋だ。";
  const first = writePlaceReading(line, { at: 0, word: "橋", kana: "ハシ", accent: 2 });
  expect(first).toBe("｜橋《ハシ2》の端で箸を持つ。橋だ。");
  const second = writePlaceReading(first ?? "", { at: 9, word: "橋", kana: "ハシ", accent: null });
  expect(second).toBe("｜橋《ハシ2》の端で箸を持つ。｜橋《ハシ》だ。");
  const changed = writePlaceReading(second ?? "", { at: 0, word: "橋", kana: "キョー", accent: 0 });
  expect(changed).toBe("｜橋《キョー0》の端で箸を持つ。｜橋《ハシ》だ。");
  expect(withoutPlaceReadings(`A: ${changed}`)).toBe(`A: ${line}`);
  expect(
    wordsOfLine(changed ?? "")
      .map(({ text }) => text)
      .join(""),
  ).toBe(line);
  for (const { text, at } of wordsOfLine(changed ?? "")) expect(line.startsWith(text, at)).toBe(true);
});

test("the end of a polite verb is no word of its own", () => {
  const words = (line: string) => wordsOfLine(line).flatMap(({ text, isWord }) => (isWord ? [text] : []));
  expect(words("ええ、始めましょう。")).toEqual(["始め"]);
  expect(words("夜の音でしょう。")).toEqual(["夜", "音"]);
});

test("a word that is not there is not read", () => {
  expect(writePlaceReading("橋だ。", { at: 1, word: "橋", kana: "ハシ", accent: 2 })).toBeNull();
  expect(
    writePlaceReading("｜大橋《オーハシ0》だ。", { at: 1, word: "橋", kana: "ハシ", accent: 2 }),
  ).toBeNull();
});

test("forged marks are words, and an accent beyond the kana is none", () => {
  expect(splitPlaceReadings("｜橋《ハシ99》")).toEqual([
    { text: "橋", reading: { kana: "ハシ", accent: null } },
  ]);
  for (const line of ["雑誌《すばる》を読む。", "｜橋《bridge2》", "｜《ハシ2》", "橋《ハシ2》"]) {
    expect(splitPlaceReadings(line)).toEqual([{ text: line }]);
    expect(withoutPlaceReadings(line)).toBe(line);
  }
});
