import { expect, test } from "vitest";
import { loadSpokenKana, misread, readList, wrongWords } from "#test/spoken-readings.ts";

/** At least so many of a hundred hard sentences are said rightly, and at most so many words of 600 characters wrongly. */
const minRightPercent = 98;
const maxWrongPer600 = 1;

const say = await loadSpokenKana();

test("hard sentences are said rightly", () => {
  const readings = readList("unseen-readings.tsv");
  const wrong = readings.flatMap((reading) => {
    const said = misread(reading, say(reading.text));
    return said === null ? [] : [`${reading.text} is said ${said}`];
  });
  expect(readings.length).toBeGreaterThan(250);
  const rightPercent = 100 * (1 - wrong.length / readings.length);
  expect(rightPercent, wrong.join("\n")).toBeGreaterThanOrEqual(minRightPercent);
});

test("a passage of everyday kind has a wrong word in 600 characters at most", () => {
  const passages = readList("unseen-passages.tsv");
  const wrong = passages.flatMap(({ text, kana }) => wrongWords(kana, say(text)));
  const characters = passages.reduce((sum, { text }) => sum + text.length, 0);
  expect(passages.length).toBeGreaterThan(50);
  expect((600 * wrong.length) / characters, wrong.join(" ")).toBeLessThanOrEqual(maxWrongPer600);
});

test("a wrong word is found as one, and long vowels are no matter of spelling", () => {
  expect(wrongWords("キョーワ ヤマミチオ アルイテ イタ", "キョオワヤマミチオアルイテイタ")).toEqual([]);
  expect(wrongWords("キョーワ ヤマミチオ アルイテ イタ", "キョオワサンドオオアルイテイタ")).toEqual([
    "ヤマミチオ",
  ]);
  expect(wrongWords("ホカノ/タノ ヒト", "タノヒト")).toEqual([]);
});
