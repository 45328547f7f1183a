import { expect, test } from "vitest";
import { parseRetryAfter } from "./retry-after.ts";

test.each<[string | null, number | null]>([
  [null, null],
  ["120", 120],
  ["1.5", 1.5],
  ["Sun, 22 Nov 2026 00:02:00 GMT", 120],
  ["Sat, 21 Nov 2026 00:00:00 GMT", 0],
  ["soon", null],
])("Retry-After: %s is %s seconds", (header, expected) => {
  expect(parseRetryAfter(header, Date.parse("2026-11-22T00:00:00Z"))).toBe(expected);
});
