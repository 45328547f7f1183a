import { expect, test } from "vitest";
import { measureSpoken } from "./voice-pace.ts";

test.each([
  ["5,000", 3],
  ["100", 2],
  ["550", 6],
  ["1,250", 9],
  ["2026", 8],
  ["3776", 12],
  ["8", 2],
  ["0", 2],
  ["15", 3],
  ["10,000", 4],
  ["3.14", 7],
  ["090", 7],
])("%s has about as many morae as it is read with, and no pause", (number, morae) => {
  const measured = measureSpoken(number);
  expect(Math.abs(measured.morae - morae)).toBeLessThan(2.5);
  expect(measured.commas).toBe(0);
});

test("a comma between words is a pause, also behind a figure", () => {
  expect(measureSpoken("一, 二、3, 4").commas).toBe(3);
});
