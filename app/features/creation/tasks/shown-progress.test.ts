import { expect, test } from "vitest";
import { minutesLeft, shownProgress } from "./shown-progress.ts";

test.each([
  { before: 0, counted: 0, sinceMs: 0, shown: 0, why: "nothing is counted yet" },
  { before: 0, counted: 42, sinceMs: 0, shown: 42, why: "what was counted" },
  { before: 0, counted: 42, sinceMs: -60_000, shown: 42, why: "a clock that goes back" },
  { before: 42, counted: 42, sinceMs: 10_000, shown: 44, why: "it moves on between two counts" },
  { before: 0, counted: 0, sinceMs: 3_600_000, shown: 4, why: "an hour without a count is no progress" },
  {
    before: 46,
    counted: 43,
    sinceMs: 0,
    shown: 46,
    why: "a count below what is shown does not take it back",
  },
  { before: 46, counted: 62, sinceMs: 0, shown: 62, why: "the next count" },
  { before: 98, counted: 98, sinceMs: 60_000, shown: 99, why: "100 is for the finished task" },
])("$why", ({ shown, ...o }) => {
  expect(shownProgress(o)).toBe(shown);
});

test("between two counts it slows down", () => {
  const shown = Array.from({ length: 120 }, (_, second) =>
    shownProgress({ before: 0, counted: 20, sinceMs: second * 1000 }),
  );
  expect(shown).toEqual(shown.toSorted((a, b) => a - b));
  const pauses = [21, 22, 23, 24].map((percent) => shown.indexOf(percent) - shown.indexOf(percent - 1));
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
});

test.each([
  [8, 8],
  [28, 6],
  [52, 4],
  [88, 1],
  [89, 1],
  [90, null],
  [96, null],
])("at %d %% the indicator says %s minutes", (percent, minutes) => {
  expect(minutesLeft(percent)).toBe(minutes);
});
