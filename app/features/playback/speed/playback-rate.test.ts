import { expect, test } from "vitest";
import { nextRate, previousRate } from "./playback-rate.ts";

test("the fastest speed is followed by the slowest; nothing is slower than the slowest", () => {
  expect([nextRate(1), nextRate(1.25), nextRate(1.5), nextRate(2)]).toEqual([1.25, 1.5, 2, 1]);
  expect([previousRate(2), previousRate(1.25), previousRate(1)]).toEqual([1.5, 1, 1]);
});
