import { expect, test } from "vitest";
import { proposeReadings } from "./propose-readings.ts";

const known = null;

test("a word has three ways to be said, the one of its place first", async () => {
  const ways = await proposeReadings({
    before: "この",
    word: "橋",
    after: "を渡る",
    known,
    takesAccents: true,
  });
  expect(ways).toHaveLength(3);
  expect(ways[0]).toEqual({ reading: "ハシ", accent: 2 });
  expect(new Set(ways.map(({ reading, accent }) => `${reading}${accent}`)).size).toBe(3);
});

test("what the place or a dictionary says comes first", async () => {
  const own = { reading: "キョー", accent: 1 };
  const ways = await proposeReadings({ before: "", word: "橋", after: "だ", known: own, takesAccents: true });
  expect(ways[0]).toEqual(own);
  expect(ways).toContainEqual({ reading: "ハシ", accent: 2 });
});

test("without accents the ways differ by their kana", async () => {
  const ways = await proposeReadings({
    before: "この",
    word: "橋",
    after: "を渡る",
    known,
    takesAccents: false,
  });
  expect(ways).toEqual([{ reading: "ハシ", accent: null }]);
});

test("a sign without a sound has no way to be said", async () => {
  expect(await proposeReadings({ before: "", word: "😀", after: "", known, takesAccents: true })).toEqual([]);
});
