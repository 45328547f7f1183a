import { expect, test } from "vitest";
import { formatBytes, formatClock, formatUptime } from "./format-facts.ts";

test.each([
  [0, "0 B"],
  [1023, "1023 B"],
  [1024, "1 KB"],
  [1_572_864, "1.5 MB"],
  [2 * 1024 ** 5, "2048.0 TB"],
])("%i bytes", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test.each([
  [59.9, "0分 59秒"],
  [3600, "1時間 0分"],
  [273_900, "3日 4時間 5分"],
])("%d seconds", (seconds, text) => {
  expect(formatUptime(seconds)).toBe(text);
});

test("the clock is Tokyo's", () => {
  expect(formatClock(Date.parse("2026-12-31T15:00:05Z"))).toBe("2027/01/01 00:00:05");
});
