import { expect, test } from "vitest";
import { cueIndexAt, groupByTurn, sentenceGap } from "./cues.ts";

const cues = [{ startMs: 200 }, { startMs: 4000 }, { startMs: 9500 }];

test.each([
  [0, -1],
  [199, -1],
  [200, 0],
  [3999, 0],
  [4000, 1],
  [9499, 1],
  [9500, 2],
  [999_999, 2],
])("at %s ms line %s is the current one", (ms, line) => {
  expect(cueIndexAt(cues, ms)).toBe(line);
});

test("a track without lines has no current one", () => {
  expect(cueIndexAt([], 1000)).toBe(-1);
});

test("sentences are grouped by their turn; after a word in Latin letters comes a space", () => {
  const sentences = [{ turn: 0 }, { turn: 0 }, { turn: 1 }, { turn: 3 }];
  expect(groupByTurn(sentences).map((turn) => turn.length)).toEqual([2, 1, 1]);
  expect([sentenceGap(), sentenceGap("はい。"), sentenceGap("OK.")]).toEqual(["", "", " "]);
});
