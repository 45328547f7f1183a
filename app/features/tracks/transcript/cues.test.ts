import { expect, test } from "vitest";
import { cueIndexAt } from "./cues.ts";

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
