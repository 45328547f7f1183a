import { describe, expect, test } from "vitest";
import {
  displayedProgress,
  exponentialProgress,
  indicatorProgress,
  minutesLeft,
  steppedProgress,
} from "./simulated-progress.ts";

/** The percentage from this second on, until the next row. */
const table: [seconds: number, percent: number][] = [
  [0, 8],
  [4.9, 8],
  [5, 15],
  [9.9, 15],
  [10, 25],
  [15, 35],
  [20, 45],
  [25, 55],
  [29.9, 55],
  [30, 65],
  [39.9, 65],
  [40, 72],
  [50, 78],
  [60, 83],
  [70, 88],
  [80, 92],
  [90, 95],
  [99.9, 95],
];

describe("the indicator", () => {
  test.each([...table, [100, 96], [3600, 96]])("shows at %d s %d %%", (seconds, percent) => {
    expect(indicatorProgress(seconds * 1000)).toBe(percent);
  });

  test.each([
    [8, 8],
    [28, 6],
    [52, 4],
    [88, 1],
    [89, 1],
    [90, null],
    [96, null],
  ])("at %d %% says %s minutes", (percent, minutes) => {
    expect(minutesLeft(percent)).toBe(minutes);
  });
});

test.each([...table, [100, 95], [419.9, 95], [420, 96], [3600, 96]])(
  "v2 shows at %d s %d %%",
  (seconds, percent) => {
    expect(steppedProgress(seconds * 1000)).toBe(percent);
  },
);

describe("v1", () => {
  test("goes from 8 to 95 % and never back", () => {
    const values = Array.from({ length: 300 }, (_, second) => exponentialProgress(second * 1000));
    expect(values[0]).toBe(8);
    expect(values.at(-1)).toBe(95);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
  });

  test("moves in ticks of 2 s", () => {
    expect(exponentialProgress(3999)).toBe(exponentialProgress(2000));
    expect(exponentialProgress(4000)).toBeGreaterThan(exponentialProgress(2000));
  });

  test("starts at 8 % when the clock is behind", () => {
    expect(exponentialProgress(-60_000)).toBe(8);
  });
});

test.each([
  { before: 0, simulated: 8, reported: 0, shown: 8, why: "the simulated value is the minimum" },
  { before: 15, simulated: 8, reported: 0, shown: 15, why: "a new task begins at 15" },
  { before: 40, simulated: 25, reported: 10, shown: 40, why: "it never goes back" },
  { before: 15, simulated: 25, reported: 62, shown: 62, why: "the server's own progress wins" },
  { before: 96, simulated: 96, reported: 100, shown: 99, why: "100 is for the finished task" },
])("$why", ({ before, simulated, reported, shown }) => {
  expect(displayedProgress({ before, simulated, reported })).toBe(shown);
});
