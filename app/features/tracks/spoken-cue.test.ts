import { expect, test } from "vitest";
import { spokenCue } from "./spoken-cue.ts";

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
])("at %s ms line %s is spoken", (ms, line) => {
  expect(spokenCue(cues, ms)).toBe(line);
});

test("nothing is spoken in a track without lines", () => {
  expect(spokenCue([], 1000)).toBe(-1);
});
